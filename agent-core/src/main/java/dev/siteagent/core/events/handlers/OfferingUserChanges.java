package dev.siteagent.core.events.handlers;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventMessage;
import dev.siteagent.core.events.EventMessage.OfferingUserChanged;
import dev.siteagent.core.waldur.OfferingUser;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendTraits.UserResolution;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import dev.siteagent.spi.UserAttributesBackend;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the attributes of an offering's users to the backend, and has users added to resources once they have a name.
 * Thread-safe.
 */
public final class OfferingUserChanges implements EventHandler {
    private static final Logger log = LoggerFactory.getLogger(OfferingUserChanges.class);

    private final WaldurClient waldur;
    private final UUID offering;
    private final Membership membership;

    /**
     * Serves an offering.
     *
     * @param waldur Waldur's API
     * @param offering the offering
     * @param membership brings resources in step
     */
    public OfferingUserChanges(WaldurClient waldur, UUID offering, Membership membership) {
        this.waldur = waldur;
        this.offering = offering;
        this.membership = membership;
    }

    @Override
    public CompletionStage<?> handle(EventMessage message) throws InterruptedException {
        OfferingUserChanged event = (OfferingUserChanged) message;
        return switch (event.action()) {
            case CREATE, ATTRIBUTE_UPDATE -> forwardAttributes(event);
            case USERNAME_SET -> membership.sync(resources(event.backendIds()));
            // Members come and go by events of their own.
            case UPDATE, DELETE -> CompletableFuture.completedFuture(null);
        };
    }

    private CompletionStage<?> forwardAttributes(OfferingUserChanged event) throws InterruptedException {
        if (event.attributes().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            ResourceBackend backend = membership.backend();
            if (backend instanceof UserAttributesBackend keeping) {
                forward(keeping, event);
            }
        } catch (TransientBackendException e) {
            return CompletableFuture.failedFuture(e);
        } catch (BackendException e) {
            log.error(
                    "The backend does not take the attributes of offering user {}: {}",
                    event.offeringUser(),
                    e.getMessage());
        }
        return CompletableFuture.completedFuture(null);
    }

    private void forward(UserAttributesBackend backend, OfferingUserChanged event)
            throws BackendException, InterruptedException {
        Optional<String> name = backend.traits().userResolution() == UserResolution.IDENTITY_BRIDGE
                ? waldurUsername(event.offeringUser())
                : event.username();
        if (name.isEmpty()) {
            log.debug("Offering user {} has no name that the backend would know.", event.offeringUser());
            return;
        }
        backend.updateUserAttributes(name.get(), texts(event.attributes()));
        log.info("Gave the attributes of offering user {} to the backend.", event.offeringUser());
    }

    private Optional<String> waldurUsername(UUID offeringUser) throws InterruptedException {
        try {
            OfferingUser user = waldur.offeringUsers().get(offeringUser);
            return Optional.ofNullable(user.userUsername()).filter(name -> !name.isBlank());
        } catch (WaldurRejectedException e) {
            if (e.notFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** An attribute without a value was removed. */
    private static Map<String, String> texts(Map<String, Object> attributes) {
        Map<String, String> texts = new LinkedHashMap<>();
        attributes.forEach((name, value) -> texts.put(name, text(value)));
        return texts;
    }

    private static String text(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        return value == null ? "" : value.toString();
    }

    private Set<UUID> resources(List<String> backendIds) throws InterruptedException {
        Set<UUID> found = new LinkedHashSet<>();
        for (String id : backendIds) {
            waldur.resources().listByBackendId(offering, id).stream()
                    .filter(resource -> !resource.restrictMemberAccess())
                    .map(WaldurResource::uuid)
                    .forEach(found::add);
        }
        return found;
    }
}
