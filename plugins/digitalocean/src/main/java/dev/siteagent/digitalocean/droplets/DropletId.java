package dev.siteagent.digitalocean.droplets;

import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;

/** The backend id of a resource as the number that DigitalOcean knows the droplet by. */
final class DropletId {
    private DropletId() {}

    static long of(String backendId) throws PermanentBackendException {
        if (!backendId.matches("[0-9]{1,18}")) {
            throw new PermanentBackendException(
                    "The backend id '" + backendId
                            + "' is not the id of a droplet, which is a number. Correct the backend id of the resource in Waldur");
        }
        return Long.parseLong(backendId);
    }

    /** The id of a resource that must have one. */
    static long required(Resource resource) throws PermanentBackendException {
        if (resource.backendId().isEmpty()) {
            throw new PermanentBackendException(
                    "Resource " + resource.uuid() + " has no backend id, so its droplet is not known");
        }
        return of(resource.backendId().get());
    }
}
