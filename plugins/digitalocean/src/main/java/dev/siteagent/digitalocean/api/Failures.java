package dev.siteagent.digitalocean.api;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.siteagent.digitalocean.api.ApiException.Subject;
import dev.siteagent.digitalocean.api.ApiException.Told;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides, in this one place, what a failed request means. */
final class Failures {
    private static final int LONGEST_WORDS = 300;
    private static final int LONGEST_LOOKED_AT = 8 * 1024;
    private static final Pattern SCOPE =
            Pattern.compile("\\b[a-z_]+:(?:create|read|update|delete|admin|access\\w*)\\b");
    private static final Pattern QUOTA =
            Pattern.compile("droplet limit|exceed\\w* .{0,40}limit|limit .{0,40}(?:reached|exceeded)");
    private static final Pattern LOCKED = Pattern.compile("pending event|\\blocked\\b|in progress|pending action");
    private static final Pattern NOT_A_DROPLET = Pattern.compile("\\b(?:account|team)\\b");
    private static final Pattern STATE = Pattern.compile(
            "already (?:powered )?(?:on|off)|already this size|currently (?:powered )?(?:on|off|running)|is (?:powered )?(?:on|off)\\b"
                    + "|power(?:ed)? (?:it )?off|must be off|not running");
    private static final Pattern KEY_IN_USE = Pattern.compile("already in use|already been taken|already exists");

    private final Secret token;

    Failures(Secret token) {
        this.token = token;
    }

    /** The failure that an answer with any other status than success stands for. */
    ApiException of(Operation operation, HttpReply reply, Duration retryAfter) {
        Optional<JsonObject> error = jsonObject(reply.body());
        Told told = told(operation, problem(reply), error, reply);
        return switch (reply.status()) {
            case 401 -> new ApiException.BadToken(told);
            case 403 -> forbidden(operation, told, error.isPresent());
            case 404, 410 -> absent(told, error.map(body -> text(body, "id")).orElse(""));
            case 409 -> new ApiException.Locked(told);
            case 429 -> new ApiException.RateLimited(told, retryAfter);
            case 422 -> error.isPresent() ? refused(told) : new ApiException.Unavailable(told, false);
            case 400, 402, 405, 406, 411, 412, 413, 414, 415 -> refused(told);
            default -> new ApiException.Unavailable(told, operation.write() && mayHaveActed(reply.status()));
        };
    }

    /** Whether whoever answered so may have passed the request on before: 408 and 499 tell of time-outs. */
    private static boolean mayHaveActed(int status) {
        return status >= 500 || status == 408 || status == 499;
    }

    /** The failure that a success stands for when its body is not what the operation answers with. */
    ApiException unreadable(Operation operation, HttpReply reply, String why) {
        String problem = "the answer (HTTP " + reply.status() + ") cannot be read: " + why;
        return new ApiException.Unavailable(new Told(operation.what(), problem, "", "", null), operation.write());
    }

    /** The failure that a request without any answer stands for. */
    ApiException unanswered(Operation operation, String problem, boolean sent, Throwable cause) {
        return new ApiException.Unavailable(
                new Told(operation.what(), problem, "", "", cause), operation.write() && sent);
    }

    /** The failure of a request that was not made because the budget is used up. */
    ApiException exhausted(Operation operation, TransientBackendException cause) {
        Told told = new Told(operation.what(), "the request budget of the token is used up", "", "", cause);
        return new ApiException.RateLimited(told, cause.retryAfter().orElse(RateStatus.UNTOLD_WAIT));
    }

    private static ApiException forbidden(Operation operation, Told told, boolean fromDigitalOcean) {
        if (QUOTA.matcher(lower(told)).find()) {
            return new ApiException.QuotaReached(told);
        }
        if (!fromDigitalOcean) {
            // A firewall between here and DigitalOcean refuses in its own words.
            return new ApiException.Unavailable(told, false);
        }
        Matcher named = SCOPE.matcher(lower(told));
        return new ApiException.MissingScope(told, named.find() ? named.group() : operation.scope());
    }

    /** Absence is only believed when DigitalOcean says so: machines are taken for gone on the strength of it. */
    private static ApiException absent(Told told, String id) {
        // DigitalOcean names the error by an id; gateways, too, answer with nothing but a message.
        return !id.isBlank() ? new ApiException.NotFound(told) : new ApiException.Unavailable(told, false);
    }

    private static ApiException refused(Told told) {
        String words = lower(told);
        if (QUOTA.matcher(words).find()) {
            return new ApiException.QuotaReached(told);
        }
        if (LOCKED.matcher(words).find() && !NOT_A_DROPLET.matcher(words).find()) {
            return new ApiException.Locked(told);
        }
        return new ApiException.Invalid(told, subject(words));
    }

    private static Subject subject(String words) {
        if (words.contains("key")) {
            return KEY_IN_USE.matcher(words).find() ? Subject.KEY_IN_USE : Subject.SSH_KEY;
        }
        if (STATE.matcher(words).find()) {
            return Subject.STATE;
        }
        if (words.contains("image")) {
            return Subject.IMAGE;
        }
        if (words.contains("size")) {
            return Subject.SIZE;
        }
        return words.contains("region") ? Subject.REGION : Subject.OTHER;
    }

    private Told told(Operation operation, String problem, Optional<JsonObject> error, HttpReply reply) {
        String words = error.map(body -> text(body, "message")).orElseGet(reply::body);
        String requestId = error.map(body -> text(body, "request_id")).orElse("");
        return new Told(operation.what(), problem, clean(words), clean(requestId), null);
    }

    private static String problem(HttpReply reply) {
        String meaning =
                switch (reply.status()) {
                    case 401 -> "the token is not accepted";
                    case 403 -> "it is forbidden";
                    case 404, 410 -> "there is no such thing";
                    case 409 -> "something else is in progress";
                    case 429 -> "the request budget of the token is used up";
                    default ->
                        reply.status() >= 500
                                ? "DigitalOcean has a problem"
                                : reply.status() >= 400 ? "it is refused" : "the answer is not DigitalOcean's";
                };
        return meaning + ", HTTP " + reply.status();
    }

    /** Makes foreign text fit for a log line: no mark-up, no control characters, not long, and never the token. */
    private String clean(String text) {
        String start = text.substring(0, Math.min(text.length(), LONGEST_LOOKED_AT));
        String clean = start.replaceAll("(?is)<(script|style)\\b.*?</\\1>|<[^>]*>", " ")
                .replaceAll("[\\p{Cntrl}\\p{Z}\\s]+", " ")
                .strip();
        if (!token.isBlank()) {
            clean = clean.replace(token.reveal(), "***");
        }
        return clean.length() <= LONGEST_WORDS ? clean : clean.substring(0, LONGEST_WORDS) + "…";
    }

    private static String lower(Told told) {
        return told.words().toLowerCase(Locale.ROOT);
    }

    private static String text(JsonObject body, String member) {
        JsonElement value = body.get(member);
        return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
    }

    /** The body as DigitalOcean's error object: an object with an id or a message; empty for anything else. */
    private static Optional<JsonObject> jsonObject(String body) {
        try {
            JsonElement json = JsonParser.parseString(body);
            return Optional.of(json)
                    .filter(JsonElement::isJsonObject)
                    .map(JsonElement::getAsJsonObject)
                    .filter(error -> error.has("id") || error.has("message"));
        } catch (JsonParseException notJson) {
            return Optional.empty();
        }
    }
}
