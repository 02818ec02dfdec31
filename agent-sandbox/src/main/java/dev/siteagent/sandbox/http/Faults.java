package dev.siteagent.sandbox.http;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * What goes wrong, and when. Rules can be added and removed while requests run; the first rule that strikes decides.
 * Thread-safe.
 */
public final class Faults {
    private final List<Rule> rules = new CopyOnWriteArrayList<>();

    Faults() {}

    /** Starts a rule for some requests; it takes effect with the call that names the fault. */
    public Trigger on(Predicate<Request> requests) {
        return new Trigger(requests);
    }

    /**
     * Adds a script: a function that sees every request and gives the fault that strikes it, empty for none.
     *
     * @param script called by many threads at once
     * @return the rule, to remove it or to ask how often it struck
     */
    public Rule script(Function<Request, Optional<Fault>> script) {
        Rule rule = new Rule(script);
        rules.add(rule);
        return rule;
    }

    /** Removes all rules. */
    public void clear() {
        rules.clear();
    }

    Optional<Fault> strike(Request request) {
        for (Rule rule : rules) {
            Optional<Fault> fault = rule.strike(request);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    /** A rule without its fault yet. */
    public final class Trigger {
        private final Predicate<Request> requests;

        private Trigger(Predicate<Request> requests) {
            this.requests = requests;
        }

        /** Strikes the next such request, and no other. */
        public Rule once(Fault fault) {
            return times(1, fault);
        }

        /** Strikes the next so many requests. */
        public Rule times(int count, Fault fault) {
            return when(number -> number <= count, fault);
        }

        /** Strikes only the request with this number, from 1, counted from now. */
        public Rule nth(int place, Fault fault) {
            return when(number -> number == place, fault);
        }

        /** Strikes every second, third … request, counted from now. */
        public Rule every(int interval, Fault fault) {
            return when(number -> number % interval == 0, fault);
        }

        /** Strikes every such request until the rule is removed. */
        public Rule always(Fault fault) {
            return when(number -> true, fault);
        }

        private Rule when(LongPredicate numbers, Fault fault) {
            AtomicLong seen = new AtomicLong();
            return script(request -> requests.test(request) && numbers.test(seen.incrementAndGet())
                    ? Optional.of(fault)
                    : Optional.empty());
        }
    }

    /** A rule in force. */
    public final class Rule {
        private final Function<Request, Optional<Fault>> script;
        private final AtomicLong struck = new AtomicLong();

        private Rule(Function<Request, Optional<Fault>> script) {
            this.script = script;
        }

        /** Returns how many requests it struck so far. */
        public long struck() {
            return struck.get();
        }

        /** Ends the rule. */
        public void remove() {
            rules.remove(this);
        }

        private Optional<Fault> strike(Request request) {
            Optional<Fault> fault = script.apply(request);
            if (fault.isPresent()) {
                struck.incrementAndGet();
            }
            return fault;
        }
    }
}
