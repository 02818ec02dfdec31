package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import java.net.URI;
import java.util.Optional;

/** Reads one entry of {@code offerings} and applies the rules between its keys. */
final class OfferingReader {
    private static final String API_URL = "waldur_api_url";
    private static final String TOKEN_URL = "oidc_token_url";
    private static final String UUID_KEY = "waldur_offering_uuid";
    private static final String STOMP_MEMBERSHIP = "stomp_membership_sync_enabled";

    private final BackendSections backends;
    private final Binder binder;
    private final Problems problems;

    OfferingReader(BackendCatalog catalog, Binder binder, Problems problems) {
        this.backends = new BackendSections(catalog, binder, problems);
        this.binder = binder;
        this.problems = problems;
    }

    /** Returns the offering; empty when anything of it has an error. */
    Optional<OfferingConfiguration> read(Mapping offering, KeyPath path) {
        Optional<OfferingSection> section = binder.bind(offering, OfferingSection.class, path, KnownKeys.NONE);
        ChosenBackends chosen = ChosenBackends.of(offering);
        BackendSections.Sections sections = backends.read(offering, path, chosen);
        Credentials.check(offering, path, problems);
        checkUrls(offering, path);
        section.ifPresent(bound -> checkEvents(bound, offering, path));
        if (problems.failed(path)) {
            return Optional.empty();
        }
        return Optional.of(configuration(section.orElseThrow(), offering, chosen, sections));
    }

    private void checkUrls(Mapping offering, KeyPath path) {
        absoluteUrl(offering, API_URL)
                .ifPresent(url -> checkApiUrl(url, offering.locationOf(API_URL), path.key(API_URL)));
        if (absoluteUrl(offering, TOKEN_URL).map(URI::getRawUserInfo).isPresent()) {
            problems.error(
                    offering.locationOf(TOKEN_URL),
                    path.key(TOKEN_URL),
                    "must have no user and password in it: they belong into oidc_client_id and oidc_client_secret");
        }
    }

    private static Optional<URI> absoluteUrl(Mapping offering, String key) {
        return offering.value(key) instanceof Scalar scalar
                ? Urls.parse(scalar.text()).filter(url -> Urls.isAbsolute(url, "http", "https"))
                : Optional.empty();
    }

    private void checkApiUrl(URI url, Location location, KeyPath path) {
        if (url.getRawQuery() != null || url.getRawFragment() != null || url.getRawUserInfo() != null) {
            problems.error(location, path, "must be the plain URL of the API: no user, password, '?' or '#' in it");
        } else if (!url.getPath().endsWith("/api/") && !url.getPath().endsWith("/api")) {
            problems.warning(
                    location,
                    path,
                    "does not end in /api/, as the API of Waldur does: https://waldur.example.com/api/");
        }
    }

    private void checkEvents(OfferingSection section, Mapping offering, KeyPath path) {
        if (section.stompMembershipSyncEnabled() && !section.stompEnabled()) {
            problems.warning(
                    offering.locationOf(STOMP_MEMBERSHIP),
                    path.key(STOMP_MEMBERSHIP),
                    "is true while stomp_enabled is false: members are polled for; set stomp_enabled to true or remove this key");
        }
    }

    private static OfferingConfiguration configuration(
            OfferingSection section, Mapping offering, ChosenBackends chosen, BackendSections.Sections sections) {
        Scalar uuid = (Scalar) offering.value(UUID_KEY);
        return new OfferingConfiguration(
                section.name().strip(),
                Urls.withSlash(section.waldurApiUrl()),
                Credentials.of(section),
                uuid.text().strip(),
                section.waldurOfferingUuid(),
                chosen.type().orElseThrow(),
                chosen.orders(),
                chosen.members(),
                chosen.reports(),
                sections.usernameBackend(),
                sections.backends(),
                sections.username().orElseThrow(),
                sections.common().orElseThrow(),
                sections.components(),
                section.websocketUseTls(),
                section.stompEnabled(),
                section.stompMembershipSyncEnabled(),
                notBlank(section.stompWsHost()),
                Optional.ofNullable(section.stompWsPort()),
                notBlank(section.stompWsPath()),
                section.resourceImportEnabled(),
                section.usernameReconciliationEnabled(),
                section.verifySsl(),
                section.orderConcurrency(),
                section.orderWaitMinutes(),
                section.lastSyncRefreshMinutes(),
                Fingerprint.of(offering));
    }

    private static Optional<String> notBlank(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(stripped -> !stripped.isEmpty());
    }
}
