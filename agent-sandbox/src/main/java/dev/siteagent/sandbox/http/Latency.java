package dev.siteagent.sandbox.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** How long a request takes before its work starts; nothing at first. Can be changed while requests run. Thread-safe. */
public final class Latency {
    private final List<Rule> rules = new CopyOnWriteArrayList<>();

    private volatile Duration general = Duration.ZERO;

    Latency() {}

    /** Sets what a request takes that no rule is about. */
    public void set(Duration duration) {
        general = duration;
    }

    /** Sets what some requests take; a rule set later comes before one set earlier. */
    public void set(Predicate<Request> requests, Duration duration) {
        rules.add(0, new Rule(requests, duration));
    }

    /** Ends all latency. */
    public void clear() {
        rules.clear();
        general = Duration.ZERO;
    }

    Duration of(Request request) {
        return rules.stream()
                .filter(rule -> rule.requests.test(request))
                .findFirst()
                .map(Rule::duration)
                .orElse(general);
    }

    private record Rule(Predicate<Request> requests, Duration duration) {}
}
