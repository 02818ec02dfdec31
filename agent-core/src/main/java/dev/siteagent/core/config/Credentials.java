package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Kind;
import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import java.util.List;

/** The rule between the token and the three OIDC keys of an offering. */
final class Credentials {
    private static final String TOKEN = "waldur_api_token";
    private static final List<String> OIDC = List.of("oidc_token_url", "oidc_client_id", "oidc_client_secret");

    private Credentials() {}

    /** Reports what an offering lacks to prove who it is, whether or not its other keys are good. */
    static void check(Mapping offering, KeyPath path, Problems problems) {
        List<String> given = OIDC.stream().filter(key -> isGiven(offering, key)).toList();
        if (isGiven(offering, TOKEN)) {
            if (!given.isEmpty()) {
                problems.warning(
                        offering.locationOf(given.get(0)),
                        path.key(given.get(0)),
                        "has no effect, since waldur_api_token is given");
            }
            return;
        }
        if (given.isEmpty()) {
            problems.error(
                    offering.locationOf(TOKEN),
                    path.key(TOKEN),
                    "is required: either a token here, or all of " + String.join(", ", OIDC));
            return;
        }
        for (String key : OIDC) {
            if (!given.contains(key)) {
                problems.error(
                        offering.locationOf(key),
                        path.key(key),
                        "is required: without a waldur_api_token all of " + String.join(", ", OIDC) + " are");
            }
        }
    }

    /** Returns the credentials of an offering that passed {@link #check}. */
    static WaldurCredentials of(OfferingSection section) {
        if (section.waldurApiToken() != null && !section.waldurApiToken().isBlank()) {
            return new WaldurCredentials.Token(section.waldurApiToken());
        }
        return new WaldurCredentials.Oidc(
                section.oidcTokenUrl(), section.oidcClientId().strip(), section.oidcClientSecret());
    }

    private static boolean isGiven(Mapping offering, String key) {
        Node value = offering.value(key);
        return value != null
                && !(value instanceof Scalar scalar
                        && scalar.kind() != Kind.BROKEN
                        && scalar.text().isBlank());
    }
}
