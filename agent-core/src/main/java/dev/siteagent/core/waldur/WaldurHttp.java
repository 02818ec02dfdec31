package dev.siteagent.core.waldur;

import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Carries calls out: authenticates, sends, repeats, reads the answer, follows the pages. Thread-safe.
 *
 * <p>Every method throws {@link WaldurException} for a call that brought no usable answer, and
 * {@link InterruptedException} at once when the thread is interrupted, also between attempts.
 */
final class WaldurHttp {
    private static final int PAGE_SIZE = 100;

    private final URI base;
    private final Transport transport;
    private final Authentication authentication;
    private final Failures failures;
    private final Retries retries;
    private final WaldurJson json;
    private final Clock clock;
    private final WaldurCallListener listener;

    WaldurHttp(
            WaldurConnection connection, OidcTokens tokens, Retries retries, Clock clock, WaldurCallListener listener) {
        this.base = connection.base();
        this.json = new WaldurJson();
        this.transport = new Transport(connection);
        this.failures = Failures.ofWaldur(base, json, clock);
        this.authentication = new Authentication(connection.credentials(), tokens, transport, json, clock);
        this.retries = retries;
        this.clock = clock;
        this.listener = listener;
    }

    /** Reads an answer that nobody sent. */
    void rehearse() {
        try {
            json.readList("[{}]", WaldurOrder.class);
            json.read("{}", WaldurOffering.class);
        } catch (WaldurJson.MalformedJsonException e) {
            throw new IllegalStateException("empty objects cannot be read", e);
        }
    }

    /** Returns the token that a call would send now. */
    Secret token() throws InterruptedException {
        return authentication.token();
    }

    /** Carries a call out and reads one object. */
    <T> T one(WaldurCall call, Class<T> type) throws InterruptedException {
        Answer answer = exchange(call);
        try {
            return json.read(answer.body(), type);
        } catch (WaldurJson.MalformedJsonException e) {
            throw failures.unreadable(call, e.getMessage());
        }
    }

    /** Carries a call out whose answer holds nothing of interest. */
    void done(WaldurCall call) throws InterruptedException {
        exchange(call);
    }

    /** Reads a list that has no pages. */
    <T> List<T> whole(WaldurCall call, Class<T> type) throws InterruptedException {
        return readPage(call, exchange(call), type);
    }

    /** Reads all pages of a list. */
    <T> List<T> all(WaldurCall call, Class<T> type) throws InterruptedException {
        return listing(call, type).items();
    }

    /**
     * Reads all pages of a list, each element once. An element that moves from one page to another while they are read can
     * be missed; where the count says so, the list is read a second time.
     *
     * @param id tells an element from the others; one whose id is null counts as another each time
     */
    <T> Listing<T> distinct(WaldurCall call, Class<T> type, Function<T, UUID> id) throws InterruptedException {
        Listing<T> first = distinct(listing(call, type), id);
        return first.complete() ? first : distinct(listing(call, type), id);
    }

    private static <T> Listing<T> distinct(Listing<T> listing, Function<T, UUID> id) {
        Set<UUID> met = new HashSet<>();
        return new Listing<>(
                listing.items().stream()
                        .filter(item -> id.apply(item) == null || met.add(id.apply(item)))
                        .toList(),
                listing.total());
    }

    /**
     * Reads all pages of a list, and how many elements Waldur says there are. It says so only where every page has the same
     * count; a single page that is not full is all there is also without one.
     */
    <T> Listing<T> listing(WaldurCall call, Class<T> type) throws InterruptedException {
        List<T> items = new ArrayList<>();
        long total = -1;
        OptionalInt next = OptionalInt.of(1);
        while (next.isPresent()) {
            int page = next.getAsInt();
            WaldurCall pageCall = call.withQuery(call.query().and("page", page).and("page_size", PAGE_SIZE));
            Answer answer;
            try {
                answer = exchange(pageCall);
            } catch (WaldurRejectedException e) {
                if (e.notFound() && page > 1) {
                    // The list shrank while it was read: the page is gone, and with it nothing that is still there. But
                    // an element may have moved to a page that was read before.
                    total = -1;
                    break;
                }
                throw e;
            }
            items.addAll(readPage(call, answer, type));
            next = NextPage.of(answer.headers());
            long count = answer.headers()
                    .firstValueAsLong("x-result-count")
                    .orElse(next.isEmpty() && items.size() < PAGE_SIZE ? items.size() : -1);
            total = page == 1 || count == total ? count : -1;
            if (next.isPresent() && next.getAsInt() <= page) {
                throw failures.unreadable(call, "its pages go backwards");
            }
        }
        return new Listing<>(items, total);
    }

    private <T> List<T> readPage(WaldurCall call, Answer answer, Class<T> type) {
        try {
            return json.readList(answer.body(), type);
        } catch (WaldurJson.MalformedJsonException e) {
            throw failures.unreadable(call, e.getMessage());
        }
    }

    private Answer exchange(WaldurCall call) throws InterruptedException {
        byte[] body = call.body() == null ? null : json.write(call.body());
        return retries.run(call, () -> attempt(call, body));
    }

    private Answer attempt(WaldurCall call, byte[] body) throws InterruptedException {
        Secret token = authentication.token();
        Answer answer = send(call, body, token);
        if (answer.status() == 401 && authentication.renew(token)) {
            answer = send(call, body, authentication.token());
        }
        if (!answer.succeeded()) {
            throw failures.of(call, answer);
        }
        return answer;
    }

    private Answer send(WaldurCall call, byte[] body, Secret token) throws InterruptedException {
        HttpRequest.Builder request = transport
                .request(URI.create(base + call.path() + call.query().encoded()))
                .header("Authorization", authentication.header(token));
        if (body == null) {
            request.method(call.method(), HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(call.method(), HttpRequest.BodyPublishers.ofByteArray(body));
        }
        Instant start = clock.instant();
        int status = 0;
        try {
            Answer answer = transport.send(request.build());
            status = answer.status();
            return answer;
        } catch (IOException e) {
            throw failures.of(call, e);
        } finally {
            listener.attempted(call.operation(), status, Duration.between(start, clock.instant()));
        }
    }
}
