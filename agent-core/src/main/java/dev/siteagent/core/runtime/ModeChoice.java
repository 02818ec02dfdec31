package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which of a run's modes serve an offering, by its configuration (spec waldur-agent, "Modes"). */
final class ModeChoice {
    private static final Logger log = LoggerFactory.getLogger(ModeChoice.class);

    private final Set<Mode> asked;

    /** Chooses among the modes of a run. */
    ModeChoice(Set<Mode> asked) {
        this.asked = asked;
    }

    /** What is done for an offering. */
    enum Work {
        /** Its orders. */
        ORDERS,
        /** The members, power, limits and metadata of its resources. */
        MEMBERSHIP,
        /** The usage of its resources. */
        USAGE
    }

    /**
     * One kind of work in one mode.
     *
     * @param work what is done
     * @param mode the mode that does it
     */
    record Choice(Work work, Mode mode) {}

    /** Returns what is done for an offering; logs why something is not. */
    List<Choice> of(OfferingConfiguration offering) {
        List<Choice> choices = new ArrayList<>();
        if (asked.contains(Mode.ORDER_PROCESS) || asked.contains(Mode.EVENT_PROCESS)) {
            choose(
                    Work.ORDERS,
                    Mode.ORDER_PROCESS,
                    offering,
                    offering.orderProcessingBackend().isPresent(),
                    offering.stompEnabled(),
                    choices);
        }
        if (asked.contains(Mode.MEMBERSHIP_SYNC) || asked.contains(Mode.EVENT_PROCESS)) {
            choose(
                    Work.MEMBERSHIP,
                    Mode.MEMBERSHIP_SYNC,
                    offering,
                    offering.membershipSyncBackend().isPresent(),
                    offering.stompEnabled() && offering.stompMembershipSyncEnabled(),
                    choices);
        }
        if (asked.contains(Mode.REPORT)) {
            choose(
                    Work.USAGE,
                    Mode.REPORT,
                    offering,
                    offering.reportingBackend().isPresent(),
                    false,
                    choices);
        }
        return choices;
    }

    private void choose(
            Work work,
            Mode polling,
            OfferingConfiguration offering,
            boolean hasBackend,
            boolean byEvents,
            List<Choice> choices) {
        Mode mode = byEvents ? Mode.EVENT_PROCESS : polling;
        if (!hasBackend) {
            log.info("Offering {} has no backend for {}; it is left alone.", offering.name(), polling.wireName());
        } else if (asked.contains(mode)) {
            choices.add(new Choice(work, mode));
        } else if (asked.contains(polling)) {
            log.info("Offering {} is served by events; it is not polled for {}.", offering.name(), polling.wireName());
        } else {
            log.info("Offering {} is not served by events, but polled for {}.", offering.name(), polling.wireName());
        }
    }
}
