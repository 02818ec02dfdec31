package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import java.net.URI;
import java.util.Optional;

/** Reads one entry of {@code offerings} and applies the rules between its keys. */
final class OfferingReader {
    private static final String API_URL = "waldur_api_url";
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
        BackendSections.Read read = backends.read(offering, path, chosen);
        Credentials.check(offering, path, problems);
        checkUrl(offering, path);
        section.ifPresent(bound -> checkEvents(bound, offering, path));
        if (problems.failed(path)) {
            return Optional.empty();
        }
        return Optional.of(configuration(section.orElseThrow(), offering, chosen, read));
    }

    private void checkUrl(Mapping offering, KeyPath path) {
        Optional<URI> absolute = offering.value(API_URL) instanceof Scalar scalar
                ? Urls.parse(scalar.text()).filter(url -> Urls.isAbsolute(url, "http", "https"))
                : Optional.empty();
        absolute.ifPresent(url -> checkUrl(url, offering, path));
    }

    private void checkUrl(URI url, Mapping offering, KeyPath path) {
        Location location = offering.locationOf(API_URL);
        if (url.getRawQuery() != null || url.getRawFragment() != null || url.getRawUserInfo() != null) {
            problems.error(
                    location,
                    path.key(API_URL),
                    "must be the plain URL of the API: no user, password, '?' or '#' in it");
        } else if (!url.getPath().endsWith("/api/") && !url.getPath().endsWith("/api")) {
            problems.warning(
                    location,
                    path.key(API_URL),
                    "does not end in /api/, as the API of Waldur does: https://waldur.example.com/api/");
        }
    }

    private void checkEvents(OfferingSection section, Mapping offering, KeyPath path) {
        if (section.stompMembershipSyncEnabled() && !section.stompEnabled()) {
            problems.warning(
                    offering.locationOf(STOMP_MEMBERSHIP),
                    path.key(STOMP_MEMBERSHIP),
                    "is true while stomp_enabled is false: members are synced by nothing at all; set stomp_enabled to true"
                            + " or remove this key");
        }
    }

    private static OfferingConfiguration configuration(
            OfferingSection section, Mapping offering, ChosenBackends chosen, BackendSections.Read read) {
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
                read.usernameName(),
                read.backends(),
                read.username().orElseThrow(),
                read.common().orElseThrow(),
                read.components(),
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
                section.orderWaitMinutes());
    }

    private static Optional<String> notBlank(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(stripped -> !stripped.isEmpty());
    }
}
