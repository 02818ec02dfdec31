package com.example.cluster;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** One account of the cluster, as its file has it. Belongs to whoever holds the lock of {@link ClusterAccounts}. */
final class ClusterAccount {
    private static final String LIMIT = "limit.";
    private static final String USER = "user.";
    private static final String USER_LIMIT = "userlimit.";
    private static final String USAGE = "usage.";

    /** Whether its jobs run. */
    enum Mode {
        NORMAL,
        DOWNSCALED,
        PAUSED
    }

    private final String id;
    private final Properties values;

    ClusterAccount(String id, Properties values) {
        this.id = id;
        this.values = values;
    }

    String id() {
        return id;
    }

    Properties values() {
        return values;
    }

    /** Returns whose it is; empty for an account that nobody ordered. */
    Optional<UUID> owner() {
        return Optional.ofNullable(values.getProperty("owner")).map(UUID::fromString);
    }

    void createdFor(UUID owner, String parent, Instant readyAt) {
        values.setProperty("owner", owner.toString());
        values.setProperty("parent", parent);
        values.setProperty("ready", readyAt.toString());
    }

    Optional<String> parent() {
        return Optional.ofNullable(values.getProperty("parent"));
    }

    boolean readyAt(Instant now) {
        return !Instant.parse(values.getProperty("ready", Instant.EPOCH.toString())).isAfter(now);
    }

    Mode mode() {
        return Mode.valueOf(values.getProperty("mode", Mode.NORMAL.name()));
    }

    void mode(Mode mode) {
        values.setProperty("mode", mode.name());
    }

    Map<String, Long> limits() {
        return longs(LIMIT);
    }

    void limits(Map<String, Long> limits) {
        limits.forEach((type, limit) -> values.setProperty(LIMIT + type, limit.toString()));
    }

    Set<String> users() {
        Set<String> users = new TreeSet<>();
        below(USER).forEach((user, yes) -> users.add(user));
        return users;
    }

    /** Returns whether the user was none before. */
    boolean addUser(String username) {
        return values.setProperty(USER + username, "yes") == null;
    }

    /** Returns whether the user was one before; the limits of the user go, too. */
    boolean removeUser(String username) {
        below(USER_LIMIT + username + ".").keySet().forEach(type -> values.remove(USER_LIMIT + username + "." + type));
        return values.remove(USER + username) != null;
    }

    Map<String, Map<String, Long>> userLimits() {
        Map<String, Map<String, Long>> limits = new TreeMap<>();
        for (String user : users()) {
            Map<String, Long> of = longs(USER_LIMIT + user + ".");
            if (!of.isEmpty()) {
                limits.put(user, of);
            }
        }
        return limits;
    }

    void userLimits(String username, Map<String, Long> limits) {
        limits.forEach((type, limit) -> values.setProperty(USER_LIMIT + username + "." + type, limit.toString()));
    }

    /** Returns what each user used in a month: username to component to amount. */
    Map<String, Map<String, BigDecimal>> usage(YearMonth month) {
        Map<String, Map<String, BigDecimal>> usage = new TreeMap<>();
        below(USAGE + month + ".").forEach((userAndType, amount) -> {
            int dot = userAndType.lastIndexOf('.');
            usage.computeIfAbsent(userAndType.substring(0, dot), user -> new TreeMap<>())
                    .put(userAndType.substring(dot + 1), new BigDecimal(amount));
        });
        return usage;
    }

    private Map<String, Long> longs(String prefix) {
        Map<String, Long> found = new TreeMap<>();
        below(prefix).forEach((name, value) -> found.put(name, Long.valueOf(value)));
        return found;
    }

    private Map<String, String> below(String prefix) {
        Map<String, String> found = new TreeMap<>();
        for (String name : values.stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), values.getProperty(name));
            }
        }
        return found;
    }
}
