package dev.siteagent.sandbox.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/**
 * Every request a server got, oldest first. A request is in the log from its arrival; its status is there before its answer
 * goes out. Values of the headers {@code Authorization}, {@code Proxy-Authorization} and {@code Cookie} are kept as the
 * first 12 hex digits of their SHA-256, so two requests can be compared and no token is ever shown. Only the newest requests
 * are kept. Thread-safe.
 */
public final class RequestLog {
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization", "cookie");

    private final ConcurrentSkipListMap<Long, Entry> entries = new ConcurrentSkipListMap<>();
    private final int capacity;

    RequestLog(int capacity) {
        this.capacity = capacity;
    }

    /** Returns all requests, oldest first. */
    public List<RecordedRequest> all() {
        return entries.values().stream().map(Entry::recorded).toList();
    }

    /** Returns some requests, oldest first; for the predicates see {@link Requests}. */
    public List<RecordedRequest> all(Predicate<Request> requests) {
        return entries.values().stream()
                .filter(entry -> requests.test(entry.request))
                .map(Entry::recorded)
                .toList();
    }

    /** Returns how many such requests there are. */
    public int count(Predicate<Request> requests) {
        return (int) entries.values().stream()
                .filter(entry -> requests.test(entry.request))
                .count();
    }

    /** Forgets all requests. */
    public void clear() {
        entries.clear();
    }

    /**
     * Returns what the log keeps in place of a credential.
     *
     * @param credential the header's value, not null
     */
    public static String hash(String credential) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(credential.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256, this one has not", e);
        }
    }

    void arrived(Request request) {
        put(new Entry(withoutCredentials(request), OptionalInt.empty(), false));
    }

    void ended(Request request, OptionalInt status, boolean worked) {
        // A request that was forgotten meanwhile stays forgotten.
        entries.computeIfPresent(request.sequence(), (sequence, entry) -> new Entry(entry.request, status, worked));
    }

    private void put(Entry entry) {
        entries.put(entry.request.sequence(), entry);
        while (entry.request.sequence() - capacity >= oldest()) {
            entries.pollFirstEntry();
        }
    }

    private long oldest() {
        Map.Entry<Long, Entry> first = entries.firstEntry();
        return first == null ? Long.MAX_VALUE : first.getKey();
    }

    private static Request withoutCredentials(Request request) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        request.headers().forEach((name, values) -> {
            boolean credential = CREDENTIALS.contains(name.toLowerCase(Locale.ROOT));
            headers.put(name, credential ? values.stream().map(RequestLog::hash).toList() : values);
        });
        return new Request(
                request.sequence(),
                request.arrived(),
                request.method(),
                request.path(),
                request.pathParameters(),
                request.query(),
                headers,
                request.body());
    }

    private record Entry(Request request, OptionalInt status, boolean worked) {
        RecordedRequest recorded() {
            return new RecordedRequest(
                    request.sequence(),
                    request.arrived(),
                    request.method(),
                    request.path(),
                    request.query(),
                    request.headers(),
                    request.body(),
                    status,
                    worked);
        }
    }
}
