package dev.siteagent.core.orders;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.ResourceBackend;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Asks a backend how far pending work is, all of it in one call. */
final class BackendPoll {
    /** What customers read of a fault of the plugin. */
    static final String FAULT = "Internal backend error. Please contact the service provider.";

    private final ResourceBackend backend;

    BackendPoll(ResourceBackend backend) {
        this.backend = backend;
    }

    Map<UUID, Attempt<Outcome>> of(Collection<PendingOrder> pending) throws InterruptedException {
        Map<UUID, Attempt<Outcome>> byResource;
        try {
            byResource = ((PendingWorkBackend) backend)
                    .poll(pending.stream().map(PendingOrder::work).toList());
        } catch (BackendException e) {
            return each(pending, new Attempt.Failed<>(e));
        } catch (RuntimeException | LinkageError e) {
            return isolated(pending, e);
        }
        Map<UUID, Attempt<Outcome>> byOrder = new LinkedHashMap<>();
        for (PendingOrder order : pending) {
            Attempt<Outcome> answer = byResource.get(order.work().resource().uuid());
            byOrder.put(
                    order.order().uuid(),
                    answer != null ? answer : fault(new IllegalStateException("the poll left out " + order.work())));
        }
        return byOrder;
    }

    /** A fault of the plugin that one order provokes must not fail the others: asks for each alone. */
    private Map<UUID, Attempt<Outcome>> isolated(Collection<PendingOrder> pending, Throwable why)
            throws InterruptedException {
        if (pending.size() == 1) {
            return each(pending, fault(why));
        }
        Map<UUID, Attempt<Outcome>> answers = new LinkedHashMap<>();
        for (PendingOrder order : pending) {
            answers.putAll(of(List.of(order)));
        }
        return answers;
    }

    private static Map<UUID, Attempt<Outcome>> each(Collection<PendingOrder> pending, Attempt<Outcome> answer) {
        Map<UUID, Attempt<Outcome>> answers = new LinkedHashMap<>();
        pending.forEach(order -> answers.put(order.order().uuid(), answer));
        return answers;
    }

    private static Attempt<Outcome> fault(Throwable why) {
        return new Attempt.Failed<>(new PermanentBackendException(FAULT, why));
    }
}
