package dev.siteagent.core.waldur;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Clock;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Turns what went wrong on the wire into the exception that says what it means. */
final class Failures {
    private final String server;
    private final String address;
    private final String addressKey;
    private final WaldurJson json;
    private final Clock clock;

    private Failures(String server, String address, String addressKey, WaldurJson json, Clock clock) {
        this.server = server;
        this.address = address;
        this.addressKey = addressKey;
        this.json = json;
        this.clock = clock;
    }

    static Failures ofWaldur(URI base, WaldurJson json, Clock clock) {
        return new Failures("Waldur", base.toString(), "waldur_api_url", json, clock);
    }

    static Failures ofOidc(URI tokenUrl, WaldurJson json, Clock clock) {
        return new Failures("The OIDC server", tokenUrl.getHost(), "oidc_token_url", json, clock);
    }

    /** An answer that is no success. */
    WaldurException of(WaldurCall call, Answer answer) {
        int status = answer.status();
        if (status == 429 || status >= 500) {
            String why = status == 429 ? "was asked too often" : "failed inside";
            return new WaldurUnavailableException(
                    start(call, "could not") + " it " + why + " (" + call + ": HTTP " + status + ").",
                    status != 429 && !call.readsOnly(),
                    RetryAfter.of(answer.headers(), clock),
                    null);
        }
        if (status >= 400) {
            String reason = FailureText.of(json, answer.body());
            return new WaldurRejectedException(
                    server + " refused to " + call.purpose() + " (" + call + ": HTTP " + status + ")"
                            + (reason.isEmpty() ? "." : ": " + reason) + hint(status),
                    status,
                    call.method(),
                    call.path(),
                    reason,
                    false);
        }
        return new WaldurAnswerException(
                start(call, "did not") + " " + address + " answered HTTP " + status + " to " + call
                        + ", which the API never does; check " + addressKey + ".",
                null);
    }

    /** No answer at all, or not a whole one. */
    WaldurException of(WaldurCall call, IOException e) {
        if (e instanceof LimitedBody.TooLongException) {
            return new WaldurAnswerException(
                    start(call, "could not") + " the answer to " + call + " is longer than any the API gives.", e);
        }
        boolean sent = !(e instanceof ConnectException
                || e instanceof HttpConnectTimeoutException
                || e instanceof SSLHandshakeException);
        return new WaldurUnavailableException(
                start(call, "could not") + " " + reason(e) + " (" + call + " at " + address + ").",
                sent && !call.readsOnly(),
                null,
                e);
    }

    /** A success whose body is not what the API promises; the reason completes "the answer cannot be read: …". */
    WaldurAnswerException unreadable(WaldurCall call, String reason) {
        return new WaldurAnswerException(
                start(call, "did not") + " the answer to " + call + " cannot be read: " + reason + ". Check "
                        + addressKey + ".",
                null);
    }

    private String start(WaldurCall call, String verb) {
        return server + " " + verb + " " + call.purpose() + ":";
    }

    private static String reason(IOException e) {
        if (e instanceof HttpConnectTimeoutException) {
            return "no connection within the time-out";
        }
        if (e instanceof HttpTimeoutException) {
            return "no whole answer within the time-out";
        }
        if (e instanceof ConnectException) {
            return e.getCause() instanceof UnresolvedAddressException
                    ? "the host name cannot be resolved"
                    : "the connection was refused";
        }
        if (e instanceof SSLException) {
            return "TLS failed, " + e.getMessage() + "; verify_ssl: false would accept any certificate";
        }
        return "the connection broke, " + e.getMessage();
    }

    private static String hint(int status) {
        return switch (status) {
            case 401 -> " Check the token or the OIDC client.";
            case 403 -> " Check that the token's user may manage the offering.";
            default -> "";
        };
    }
}
