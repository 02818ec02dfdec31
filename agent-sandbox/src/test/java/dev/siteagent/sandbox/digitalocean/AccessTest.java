package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccessTest {
    private static final Clock STILL = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    private final DigitalOceanSandbox sandbox =
            DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(STILL));
    private final Caller caller = new Caller(sandbox);

    @AfterEach
    void close() {
        sandbox.close();
        assertThat(sandbox.failures()).isEmpty();
    }

    @Test
    void unknownTokenIsNotAuthenticated() {
        Caller.Answer answer = new Caller(sandbox, "wrong").get("/v2/account");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.json().path("id").asText()).isEqualTo("Unauthorized");
        assertThat(answer.message()).isEqualTo("Unable to authenticate you");
    }

    @Test
    void revokedTokenIsNotAuthenticated() {
        sandbox.revoke(sandbox.token());

        assertThat(caller.get("/v2/account").status()).isEqualTo(401);
    }

    @Test
    void tokenWithoutAScopeIsForbiddenThatOnly() {
        Caller reader = new Caller(sandbox, sandbox.newToken("droplet:create", "ssh_key:read"));

        Caller.Answer create = reader.post("/v2/droplets", Caller.wanted("web-1"));
        assertThat(create.status()).isEqualTo(403);
        assertThat(create.json().path("id").asText()).isEqualTo("Forbidden");
        assertThat(reader.get("/v2/account/keys").status()).isEqualTo(403);
        assertThat(reader.get("/v2/droplets").status()).isEqualTo(200);
    }

    @Test
    void tokenThatMayNotReadTagsSeesDropletsWithoutThem() {
        long id = sandbox.addDroplet("web-1", "env:prod").id();
        Caller blind = new Caller(sandbox, sandbox.newToken("tag:read"));

        assertThat(caller.get("/v2/droplets/" + id).json().at("/droplet/tags")).hasSize(1);
        assertThat(blind.get("/v2/droplets/" + id).json().at("/droplet/tags")).isEmpty();
        assertThat(blind.get("/v2/droplets").json().at("/droplets/0/tags")).isEmpty();
        assertThat(blind.get("/v2/droplets?tag_name=env:prod").status()).isEqualTo(403);
    }

    @Test
    void accountTellsItsIdsAndLimit() {
        sandbox.habits().dropletLimit(25);

        Caller.Answer answer = caller.get("/v2/account");

        assertThat(answer.json().at("/account/uuid").asText())
                .isEqualTo(sandbox.account().uuid());
        assertThat(answer.json().at("/account/team/uuid").asText())
                .isEqualTo(sandbox.account().teamUuid());
        assertThat(answer.json().at("/account/droplet_limit").asInt()).isEqualTo(25);

        sandbox.account(new Account("a", "b", "Others", "others@example.com"));
        assertThat(caller.get("/v2/account").json().at("/account/team/uuid").asText())
                .isEqualTo("b");
    }

    @Test
    void everyAnswerCountsDownTheHour() {
        Caller.Answer first = caller.get("/v2/account");
        Caller.Answer second = caller.get("/v2/droplets/1");

        assertThat(first.header("ratelimit-limit")).isEqualTo("5000");
        assertThat(first.header("ratelimit-remaining")).isEqualTo("4999");
        assertThat(first.header("ratelimit-reset"))
                .isEqualTo(
                        Long.toString(STILL.instant().plus(Duration.ofHours(1)).getEpochSecond()));
        assertThat(second.status()).isEqualTo(404);
        assertThat(second.header("ratelimit-remaining")).isEqualTo("4998");
    }

    @Test
    void minuteLimitSaysWhenToRetry() {
        sandbox.rateLimits().perMinute(2);
        caller.get("/v2/account");
        sandbox.advance(Duration.ofSeconds(20));
        caller.get("/v2/account");

        Caller.Answer refused = caller.get("/v2/account");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.json().path("id").asText()).isEqualTo("too_many_requests");
        assertThat(refused.header("retry-after")).isEqualTo("40");

        sandbox.advance(Duration.ofSeconds(40));
        assertThat(caller.get("/v2/account").status()).isEqualTo(200);
    }

    @Test
    void hourLimitSaysOnlyWhenItResets() {
        sandbox.rateLimits().perHour(1);
        caller.get("/v2/account");

        Caller.Answer refused = caller.get("/v2/account");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("retry-after")).isNull();
        assertThat(refused.header("ratelimit-remaining")).isEqualTo("0");
        long reset = Long.parseLong(refused.header("ratelimit-reset"));

        sandbox.advance(Duration.ofSeconds(reset - STILL.instant().getEpochSecond()));
        assertThat(caller.get("/v2/account").status()).isEqualTo(200);
    }

    @Test
    void keysCanBeListedTenTimesAMinuteWhileOneKeyCanBeAskedForMore() {
        sandbox.addKey("laptop", KeysTest.ED25519);
        for (int i = 0; i < 10; i++) {
            assertThat(caller.get("/v2/account/keys").status()).isEqualTo(200);
        }

        assertThat(caller.get("/v2/account/keys").status()).isEqualTo(429);
        assertThat(caller.get("/v2/account/keys/" + sandbox.keys().get(0).fingerprint())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void eachTokenHasItsOwnBudget() {
        sandbox.rateLimits().perHour(1);
        caller.get("/v2/account");

        assertThat(new Caller(sandbox, sandbox.newToken()).get("/v2/account").status())
                .isEqualTo(200);
    }

    @Test
    void refusedRequestIsNotDone() {
        sandbox.rateLimits().perMinute(0);

        assertThat(caller.post("/v2/droplets", Caller.wanted("web-1")).status()).isEqualTo(429);

        assertThat(sandbox.createCount()).isZero();
    }

    @Test
    void offersAreListedAndFoundBySlugAndId() {
        assertThat(caller.get("/v2/sizes?per_page=200").json().path("sizes"))
                .hasSize(sandbox.catalogue().sizes().size());
        assertThat(caller.get("/v2/regions").json().path("regions"))
                .hasSize(sandbox.catalogue().regions().size());
        assertThat(caller.get("/v2/images/ubuntu-24-04-x64").json())
                .isEqualTo(caller.get("/v2/images/151200000").json());
        assertThat(caller.get("/v2/images?private=true").json().path("images")).hasSize(1);
        sandbox.catalogue().retireImage("ubuntu-24-04-x64");
        assertThat(caller.get("/v2/images/ubuntu-24-04-x64").status()).isEqualTo(404);
    }

    @Test
    void unknownPathAndMethodAreRefusedInTheApisForm() {
        assertThat(caller.get("/v2/kubernetes").json().path("id").asText()).isEqualTo("not_found");
        assertThat(caller.post("/v2/account", Json.object()).status()).isEqualTo(405);
    }

    @Test
    void tokenIsInNoText() {
        caller.get("/v2/account");

        assertThat(sandbox + " " + sandbox.log().all() + " "
                        + sandbox.log().all().get(0).headers()
                        + DigitalOceanSandbox.Options.usual().withToken(sandbox.token()))
                .doesNotContain(sandbox.token());
    }
}
