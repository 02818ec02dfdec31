package dev.siteagent.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * What a create is asked for.
 *
 * @param resource the resource, with the limits, attributes and options to make it by
 * @param chosenId the backend id to use with {@link BackendTraits.Ids#CHOSEN_BY_HOST}, else empty; one that belongs to
 *     this very resource is adopted, one that belongs to another is a {@link BackendIdTakenException}
 * @param context what the create wants to know beyond it, by {@link BackendTraits#createNeeds()}
 * @since 1.0.0
 */
public record CreateRequest(Resource resource, Optional<String> chosenId, CreateContext context) {
    /** Refuses nulls. */
    public CreateRequest {
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(chosenId, "chosenId").ifPresent(id -> Records.requireText(id, "chosenId"));
        Objects.requireNonNull(context, "context");
    }

    /**
     * Returns a request for a backend that assigns ids and needs no context.
     *
     * @param resource the resource
     */
    public static CreateRequest of(Resource resource) {
        return new CreateRequest(resource, Optional.empty(), CreateContext.EMPTY);
    }
}
