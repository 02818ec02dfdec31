package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Kind;
import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which backends an offering names. The three keys of the modes name one each; empty or missing is off. When none of the
 * three is in the file, each is what {@code backend_type} names. Names are in lower case.
 *
 * @param type what {@code backend_type} names; empty when it names nothing
 * @param orders the backend for orders
 * @param members the backend for members
 * @param reports the backend for usage
 * @param username the username backend, {@code base} when the file names none
 * @param keysByName for each backend that is named, the first key that names it
 */
record ChosenBackends(
        Optional<String> type,
        Optional<String> orders,
        Optional<String> members,
        Optional<String> reports,
        String username,
        Map<String, String> keysByName) {
    static final String TYPE = "backend_type";
    static final String ORDERS = "order_processing_backend";
    static final String MEMBERS = "membership_sync_backend";
    static final String REPORTS = "reporting_backend";
    static final String USERNAME = "username_management_backend";
    static final String DEFAULT_USERNAME = "base";

    static ChosenBackends of(Mapping offering) {
        Map<String, String> keysByName = new LinkedHashMap<>();
        for (String key : List.of(TYPE, ORDERS, MEMBERS, REPORTS)) {
            name(offering, key).ifPresent(name -> keysByName.putIfAbsent(name, key));
        }
        boolean noMode = List.of(ORDERS, MEMBERS, REPORTS).stream()
                .noneMatch(key -> offering.entries().containsKey(key));
        Optional<String> type = name(offering, TYPE);
        return new ChosenBackends(
                type,
                noMode ? type : name(offering, ORDERS),
                noMode ? type : name(offering, MEMBERS),
                noMode ? type : name(offering, REPORTS),
                name(offering, USERNAME).orElse(DEFAULT_USERNAME),
                keysByName);
    }

    private static Optional<String> name(Mapping offering, String key) {
        return offering.value(key) instanceof Scalar scalar && scalar.kind() != Kind.BROKEN
                ? Optional.of(scalar.text().strip().toLowerCase(Locale.ROOT)).filter(name -> !name.isEmpty())
                : Optional.empty();
    }
}
