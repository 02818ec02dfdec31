package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.order.OwnerTag;
import dev.siteagent.spi.PermanentBackendException;
import java.util.List;

/**
 * Whose droplet it is, by the tags it carries.
 *
 * @param tag the tag of the owner in question, in lower case
 */
public record Owner(String tag) {
    /**
     * Makes sure that the droplet may be adopted: it carries this owner's tag and no other.
     *
     * @throws PermanentBackendException when it carries more
     */
    public void requireSole(Droplet droplet) throws PermanentBackendException {
        List<String> owners = OwnerTag.ownersIn(droplet.tags());
        if (!owners.equals(List.of(tag))) {
            throw new PermanentBackendException("Droplet " + droplet.id() + " carries the owner tags " + owners
                    + ", so it is not certain whose it is. Remove the wrong ones in DigitalOcean and try again");
        }
    }

    /**
     * Makes sure that the droplet may be destroyed or changed for this owner: it carries its tag alone, or no owner's.
     *
     * @throws PermanentBackendException when it carries another owner's
     */
    public void requireNoOther(Droplet droplet) throws PermanentBackendException {
        List<String> others = OwnerTag.ownersIn(droplet.tags()).stream()
                .filter(owner -> !owner.equals(tag))
                .toList();
        if (!others.isEmpty()) {
            throw new PermanentBackendException(
                    "Droplet " + droplet.id() + " is not touched: it carries the owner tags " + others
                            + " and not only " + tag + ". Correct the backend id of the resource, or the tags");
        }
    }
}
