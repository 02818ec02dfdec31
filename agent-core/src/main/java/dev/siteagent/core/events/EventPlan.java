package dev.siteagent.core.events;

import dev.siteagent.core.events.stomp.BrokerAddress;
import dev.siteagent.core.events.stomp.LinkPlan;
import dev.siteagent.core.events.stomp.Login;
import dev.siteagent.core.events.stomp.Subscription;
import dev.siteagent.core.waldur.EventSubscriptions;
import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an offering's link connects to: a subscription and a queue at Waldur for each type of events, all on one
 * connection.
 *
 * <p>One connection serves because Waldur makes each subscription a user of the broker who may read every queue of the
 * virtual host, and the virtual host is the one of the Waldur user, who is the same for all subscriptions of an offering.
 * So the link logs in as the first subscription and listens to the queues of all; a broker sees one connection an offering
 * and not eight.
 *
 * <p>Waldur is asked at first and whenever the broker refused what it had told, since it clears away subscriptions and
 * queues by its own rules. Used by one link, on its thread.
 */
public final class EventPlan implements LinkPlan.Source {
    private static final Logger log = LoggerFactory.getLogger(EventPlan.class);

    private final WaldurClient waldur;
    private final Identity identity;
    private final UUID offering;
    private final BrokerAddress address;
    private final List<ObjectType> types;
    private final String hint;
    private List<Subscription> subscriptions = List.of();
    private String virtualHost;
    private String user;

    /** Tells the agent's identity at Waldur, to which subscriptions belong. */
    @FunctionalInterface
    public interface Identity {
        /** Returns the identity's UUID, after making it where it is missing. */
        UUID uuid() throws InterruptedException;
    }

    /**
     * Plans the link of an offering.
     *
     * @param waldur Waldur's API; its token is the passcode
     * @param identity the agent's identity
     * @param offering the offering
     * @param address where the broker is
     * @param types the types of events, at least one
     * @param hint what a person should know when the broker refuses the log-in, a whole sentence, or empty
     */
    public EventPlan(
            WaldurClient waldur,
            Identity identity,
            UUID offering,
            BrokerAddress address,
            Set<ObjectType> types,
            String hint) {
        if (types.isEmpty()) {
            throw new IllegalArgumentException("A plan needs at least one type of events.");
        }
        this.waldur = waldur;
        this.identity = identity;
        this.offering = offering;
        this.address = address;
        this.types = List.copyOf(EnumSet.copyOf(types));
        this.hint = hint;
    }

    @Override
    public LinkPlan plan(boolean doubted) throws LinkPlan.PlanException, InterruptedException {
        try {
            if (subscriptions.isEmpty() || doubted) {
                subscribe();
            }
            return new LinkPlan(new Login(address, virtualHost, user, waldur.token(), hint), subscriptions);
        } catch (WaldurException e) {
            throw new LinkPlan.PlanException("Waldur gives no subscription to events: " + e.getMessage(), e);
        }
    }

    private void subscribe() throws LinkPlan.PlanException, InterruptedException {
        UUID agent = identity.uuid();
        List<Subscription> made = new ArrayList<>();
        for (ObjectType type : types) {
            EventSubscriptions.Subscription subscription = waldur.identities()
                    .registerEventSubscription(
                            agent, type.wire(), "Events of type " + type.wire() + " for the site agent");
            waldur.eventSubscriptions().createQueue(subscription.uuid(), offering, type.wire());
            if (made.isEmpty()) {
                virtualHost = Uuids.hex(subscription.userUuid());
                user = Uuids.hex(subscription.uuid());
            } else if (!virtualHost.equals(Uuids.hex(subscription.userUuid()))) {
                throw new LinkPlan.PlanException(
                        "the agent's subscriptions at Waldur belong to different users, so that no connection reads them"
                                + " all; delete subscription " + subscription.uuid() + " and those beside it",
                        null);
            }
            made.add(new Subscription(type.wire(), queue(subscription.uuid(), type), type.prefetch()));
        }
        subscriptions = made;
        log.info(
                "Subscribed to events of {} at Waldur.",
                types.stream().map(ObjectType::wire).toList());
    }

    private String queue(UUID subscription, ObjectType type) {
        return "subscription_" + Uuids.hex(subscription) + "_offering_" + Uuids.hex(offering) + "_" + type.wire();
    }
}
