package dev.siteagent.core.reload;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.DisabledOffering;
import dev.siteagent.core.config.OfferingConfiguration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log what becomes of the offerings and services whose entries are bad in a file that is reloaded. */
final class BadEntryNews {
    private static final Logger log = LoggerFactory.getLogger(BadEntryNews.class);

    private BadEntryNews() {}

    /**
     * Tells.
     *
     * @param next the configuration
     * @param served the offerings that are served with it
     */
    static void tell(AgentConfiguration next, List<OfferingConfiguration> served) {
        for (DisabledOffering bad : next.disabled()) {
            if (served.stream().anyMatch(bad::isOf)) {
                log.error(
                        "Offering {} goes on with the settings that it had, since its entry is bad now: {}. Correct it and"
                                + " reload again.",
                        bad.name(),
                        bad.reason());
            } else {
                log.error("Offering {} is disabled: {}", bad.name(), bad.reason());
            }
            if (bad.uuid().isEmpty() && served.stream().noneMatch(bad::isOf)) {
                log.error(
                        "No offering that is served is ended by this reload, since {} could be any of them.",
                        bad.name());
            }
        }
        for (String bad : next.disabledServices()) {
            log.error("No service that runs is ended by this reload, since the entry of one is bad: {}", bad);
        }
    }
}
