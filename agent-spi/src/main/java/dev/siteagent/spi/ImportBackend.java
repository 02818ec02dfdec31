package dev.siteagent.spi;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A backend that can list what it has, so that Waldur may import what it does not know.
 *
 * @since 1.0.0
 */
public interface ImportBackend extends ResourceBackend {
    /**
     * Lists every resource of the backend that this offering could own.
     *
     * @throws BackendException when the listing is not complete; half a list is none
     * @throws InterruptedException when the thread is interrupted
     */
    List<Importable> listResources() throws BackendException, InterruptedException;

    /**
     * A resource that exists on the backend.
     *
     * @param resource the resource as it is; its {@link BackendResource#parentId()} names the project, with the prefix
     * @param name what people know it by
     * @param owner the Waldur resource whose mark it carries; such a one is not offered to another project
     * @param details further metadata for the import, JSON values
     */
    record Importable(BackendResource resource, String name, Optional<UUID> owner, Map<String, Object> details) {
        /** Copies the map and refuses nulls. */
        public Importable {
            Objects.requireNonNull(resource, "resource");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(owner, "owner");
            details = Records.json(details, "details");
        }
    }
}
