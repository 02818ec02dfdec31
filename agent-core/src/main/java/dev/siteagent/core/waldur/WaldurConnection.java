package dev.siteagent.core.waldur;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * Where a Waldur is and how to reach it.
 *
 * <p>Immutable; {@code toString} shows no secret.
 *
 * @param base the address without the suffix {@code /api/} and without a slash at its end, not null
 * @param credentials what proves the agent's identity, not null
 * @param userAgent the {@code User-Agent} header, {@code waldur-site-agent-<mode>/<version>}, not null
 * @param verifySsl false to accept any certificate and host name, for this connection only
 * @param proxy the proxy to go through, or null for none
 * @param connectTimeout how long a connection may take to open, positive
 * @param requestTimeout how long a whole request may take, from its start to the last byte of the answer, positive
 */
public record WaldurConnection(
        URI base,
        WaldurCredentials credentials,
        String userAgent,
        boolean verifySsl,
        HttpProxy proxy,
        Duration connectTimeout,
        Duration requestTimeout) {

    /** The time a connection may take to open, unless set. */
    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** The time a whole request may take, unless set. */
    public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    /** Checks what must be there. */
    public WaldurConnection {
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(userAgent, "userAgent");
        requirePositive(connectTimeout, "connectTimeout");
        requirePositive(requestTimeout, "requestTimeout");
    }

    /**
     * Describes a direct, verified connection with the usual time-outs.
     *
     * @param apiUrl the configured {@code waldur_api_url}, with or without {@code /api} or {@code /api/} at its end
     * @param credentials what proves the agent's identity, not null
     * @param userAgent the {@code User-Agent} header, not null
     * @return the connection
     * @throws IllegalArgumentException when the address is not an http or https URL
     */
    public static WaldurConnection to(String apiUrl, WaldurCredentials credentials, String userAgent) {
        return new WaldurConnection(
                baseOf(apiUrl), credentials, userAgent, true, null, CONNECT_TIMEOUT, REQUEST_TIMEOUT);
    }

    /** Returns the same connection with certificates verified or not. */
    public WaldurConnection withVerifySsl(boolean verify) {
        return new WaldurConnection(base, credentials, userAgent, verify, proxy, connectTimeout, requestTimeout);
    }

    /** Returns the same connection through a proxy, or with null a direct one. */
    public WaldurConnection withProxy(HttpProxy through) {
        return new WaldurConnection(base, credentials, userAgent, verifySsl, through, connectTimeout, requestTimeout);
    }

    /** Returns the same connection with other time-outs, both positive. */
    public WaldurConnection withTimeouts(Duration connect, Duration request) {
        return new WaldurConnection(base, credentials, userAgent, verifySsl, proxy, connect, request);
    }

    /**
     * Strips {@code /api/} or {@code /api} from the end of an API address, as a suffix: a host or path that merely ends
     * in these letters keeps them.
     *
     * @param apiUrl the configured address, not null
     * @return the address under which the paths {@code /api/…} lie, without a slash at its end
     * @throws IllegalArgumentException when the text is not an http or https URL
     */
    public static URI baseOf(String apiUrl) {
        String text = withoutSuffix(apiUrl.strip(), "/");
        text = withoutSuffix(withoutSuffix(text, "/api"), "/");
        URI uri = Uris.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "waldur_api_url is not a URL; expected for example" + " https://waldur.example.com/api/."));
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!http || uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawQuery() != null) {
            throw new IllegalArgumentException("waldur_api_url must be an http or https URL with a host and without"
                    + " credentials or query, for example https://waldur.example.com/api/.");
        }
        return uri;
    }

    private static String withoutSuffix(String text, String suffix) {
        return text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
    }

    private static void requirePositive(Duration duration, String name) {
        if (duration == null || duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("The " + name + " must be positive.");
        }
    }
}
