package dev.siteagent.spi;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What a create may want to know beyond its resource. Only the parts that {@link BackendTraits#createNeeds()} names are
 * filled; the others are empty and cost no request.
 *
 * @param team the project's team
 * @param offeringUsers the users of the offering
 * @param planQuotas component type to the amount that the plan includes, in the units of {@link
 *     BackendTraits#limitUnits()}
 * @param sshKeys the service provider's view of the users' SSH keys: key UUID to public key in OpenSSH form
 * @since 1.0.0
 */
public record CreateContext(
        List<Member> team, List<OfferingUser> offeringUsers, Map<String, Long> planQuotas, Map<UUID, String> sshKeys) {
    /** A context with nothing in it. */
    public static final CreateContext EMPTY = new CreateContext(List.of(), List.of(), Map.of(), Map.of());

    /** Copies the collections and refuses nulls. */
    public CreateContext {
        team = Records.copy(team, "team");
        offeringUsers = Records.copy(offeringUsers, "offeringUsers");
        planQuotas = Records.copy(planQuotas, "planQuotas");
        sshKeys = Records.copy(sshKeys, "sshKeys");
    }

    /** Returns how much there is, not what: it is personal data. */
    @Override
    public String toString() {
        return "CreateContext[team of " + team.size() + ", " + offeringUsers.size() + " offering users, plan quotas "
                + planQuotas + ", " + sshKeys.size() + " SSH keys]";
    }
}
