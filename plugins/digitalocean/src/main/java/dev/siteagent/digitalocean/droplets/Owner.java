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
        List<String> owners = OwnerTag.ownersIn(droplet.tags(), tag);
        if (!owners.equals(List.of(tag))) {
            throw new PermanentBackendException("Droplet " + droplet.id() + " carries the owner tags " + owners
                    + ", so it is not certain whose it is. Remove the wrong ones in DigitalOcean and try again");
        }
    }

    /**
     * Makes sure that the droplet may be destroyed or changed for this owner: it carries its tag alone, or no owner's. For
     * an owner of a kind that is not known here it must carry its tag, since the tags of others of that kind look like any.
     *
     * @throws PermanentBackendException when it carries another owner's, or may
     */
    public void requireNoOther(Droplet droplet) throws PermanentBackendException {
        List<String> owners = OwnerTag.ownersIn(droplet.tags(), tag);
        if (!OwnerTag.isOwner(tag) && !owners.contains(tag)) {
            throw new PermanentBackendException(
                    "Droplet " + droplet.id() + " is not touched: it does not carry the tag " + tag
                            + ", so it is not certain whose it is. Correct its id, or tag it in DigitalOcean");
        }
        List<String> others =
                owners.stream().filter(owner -> !owner.equals(tag)).toList();
        if (!others.isEmpty()) {
            throw new PermanentBackendException(
                    "Droplet " + droplet.id() + " is not touched: it carries the owner tags " + others
                            + " and not only " + tag + ". Correct the backend id of the resource, or the tags");
        }
    }
}
