package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Handler;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.MalformedBody;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import java.util.UUID;

/** What every request passes: the token, the rate limit, and the form of errors; every answer gets the limit's headers. */
final class Gate implements Handler {
    private final Tokens tokens;
    private final RateLimits limits;
    private final Handler inner;

    Gate(Tokens tokens, RateLimits limits, Handler inner) {
        this.tokens = tokens;
        this.limits = limits;
        this.inner = inner;
    }

    @Override
    public Response handle(Request request) {
        String requestId = UUID.randomUUID().toString();
        String caller = tokens.caller(request).orElse("");
        RateLimits.Verdict verdict = limits.judge(caller, isKeyListing(request));
        Response response = answer(request, caller, verdict, requestId)
                .with("ratelimit-limit", Integer.toString(verdict.limit()))
                .with("ratelimit-remaining", Integer.toString(verdict.remaining()))
                .with("ratelimit-reset", Long.toString(verdict.reset()))
                .with("x-request-id", requestId);
        return verdict.retryAfter().isPresent()
                ? response.with(
                        "retry-after", Long.toString(verdict.retryAfter().getAsLong()))
                : response;
    }

    private Response answer(Request request, String caller, RateLimits.Verdict verdict, String requestId) {
        try {
            if (caller.isEmpty()) {
                throw ApiProblem.unauthorized();
            }
            if (!verdict.admitted()) {
                throw ApiProblem.tooManyRequests();
            }
            return inner.handle(request);
        } catch (ApiProblem problem) {
            return refuse(problem, requestId);
        } catch (Unprocessable refused) {
            return refuse(ApiProblem.unprocessable(refused.getMessage()), requestId);
        } catch (MalformedBody malformed) {
            return refuse(ApiProblem.badRequest(malformed.getMessage()), requestId);
        }
    }

    private static Response refuse(ApiProblem problem, String requestId) {
        ObjectNode body = Json.object()
                .put("id", problem.id())
                .put("message", problem.getMessage())
                .put("request_id", requestId);
        return Response.json(problem.status(), body);
    }

    private static boolean isKeyListing(Request request) {
        return request.method().equals("GET") && request.path().equals("/v2/account/keys");
    }
}
