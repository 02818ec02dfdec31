package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.WaldurCredentials;
import dev.siteagent.core.waldur.WaldurException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Asks whether Waldur answers: the agent is ready when the Waldur of any offering does. Thread-safe. */
public final class WaldurProbe {
    private final WaldurClients waldurs;
    private final String userAgent;

    /**
     * Prepares.
     *
     * @param waldurs makes the clients
     * @param userAgent the {@code User-Agent} header
     */
    public WaldurProbe(WaldurClients waldurs, String userAgent) {
        this.waldurs = waldurs;
        this.userAgent = userAgent;
    }

    /**
     * Asks one after the other until one answers, each Waldur and account once; a question takes 5 s at most.
     *
     * @param offerings whose Waldur to ask
     * @return empty when one answered; else why each did not, a line each
     * @throws InterruptedException when the thread is interrupted
     */
    public List<String> failures(List<OfferingConfiguration> offerings) throws InterruptedException {
        Set<Account> asked = new HashSet<>();
        List<String> failures = new ArrayList<>();
        for (OfferingConfiguration offering : offerings) {
            if (asked.add(new Account(offering.waldurApiUrl(), offering.credentials()))) {
                try {
                    waldurs.probe(offering, userAgent).me();
                    return List.of();
                } catch (WaldurException e) {
                    failures.add("offering " + offering.name() + ": " + e.getMessage());
                }
            }
        }
        return failures;
    }

    private record Account(URI url, WaldurCredentials credentials) {}
}
