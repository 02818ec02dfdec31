package dev.siteagent.testkit;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.PeriodicSettingsBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Project;
import dev.siteagent.spi.ProjectMirrorBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceMirrorBackend;
import dev.siteagent.spi.UserAttributesBackend;
import dev.siteagent.spi.UsernameReconciliationBackend;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A {@link FakeBackend} that keeps what Waldur has beside the resources themselves. */
class FakeMirror extends FakeBackend
        implements ProjectMirrorBackend,
                ResourceMirrorBackend,
                PeriodicSettingsBackend,
                UserAttributesBackend,
                UsernameReconciliationBackend {
    /** What the mirrors of one cloud have in common. */
    static final class Shelf {
        final Map<UUID, String> names = new ConcurrentHashMap<>();
        final Map<UUID, LocalDate> ends = new ConcurrentHashMap<>();
        final Map<String, Map<String, Object>> settings = new ConcurrentHashMap<>();
        final Map<String, String> attributes = new ConcurrentHashMap<>();
        final Map<UUID, String> usernames = new ConcurrentHashMap<>();

        void end(UUID whose, Optional<LocalDate> end) {
            end.ifPresentOrElse(day -> ends.put(whose, day), () -> ends.remove(whose));
        }
    }

    private final FakeCloud cloud;
    final Shelf shelf;

    FakeMirror(FakeCloud cloud, Shelf shelf) {
        super(cloud);
        this.cloud = cloud;
        this.shelf = shelf;
    }

    @Override
    public BackendTraits traits() {
        return BackendTraits.defaults().withSourceProject(true);
    }

    @Override
    public void syncProject(Resource resource, Optional<Project> project) {
        project.ifPresent(full -> shelf.names.put(full.uuid(), full.name()));
    }

    @Override
    public void syncProjectEndDate(Resource resource, Optional<Project> project) {
        project.ifPresent(full -> shelf.end(full.uuid(), full.endDate()));
    }

    @Override
    public void syncEndDate(Resource resource) {
        shelf.end(resource.uuid(), resource.endDate());
    }

    @Override
    public Optional<String> effectiveId(Resource resource) {
        return resource.backendId().map(id -> "shown-" + id);
    }

    @Override
    public Applied applyPeriodicSettings(String backendId, Map<String, Object> settings) throws BackendException {
        if (cloud.running.stream().noneMatch(uuid -> backendId.equals("id-" + uuid))) {
            throw new PermanentBackendException("there is no " + backendId);
        }
        shelf.settings.put(backendId, settings);
        return new Applied(List.of("set " + settings.keySet()));
    }

    @Override
    public void updateUserAttributes(String username, Map<String, String> attributes) {
        attributes.forEach((name, text) -> {
            if (text.isEmpty()) {
                shelf.attributes.remove(username + " " + name);
            } else {
                shelf.attributes.put(username + " " + name, text);
            }
        });
    }

    @Override
    public Map<UUID, String> assignedUsernames(Collection<OfferingUser> users) {
        Map<UUID, String> assigned = new HashMap<>();
        for (OfferingUser user : users) {
            Optional.ofNullable(shelf.usernames.get(user.uuid())).ifPresent(name -> assigned.put(user.uuid(), name));
        }
        return assigned;
    }
}
