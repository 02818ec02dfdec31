package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.sandbox.digitalocean.Account;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The token is replaced by another team's while an order is on its way: what the first account has is out of sight. */
@Timeout(60)
class AccountSwitchTest {
    private final Cloud cloud = new Cloud();
    private final Account first = cloud.sandbox().account();
    private Host host;

    @BeforeEach
    void begin() throws Exception {
        host = new Host(cloud, Cloud.ordered("web"));
        host.step(Kind.CREATE);
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    private void switchToken() {
        for (Droplet droplet : cloud.sandbox().droplets()) {
            cloud.sandbox().removeDroplet(droplet.id());
        }
        cloud.sandbox().account(new Account("another", "other-team", "Other", "o@example.com"));
        host.restart();
    }

    @Test
    void createThatWasSentToTheFirstAccountIsNotSentToTheOther() throws Exception {
        host.backend().poll(List.of(new PendingWork(Kind.CREATE, host.resource(), host.handle())));
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
        switchToken();
        assertThatThrownBy(host::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("other-team")
                .hasMessageContaining(first.teamUuid());
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void bootingDropletOfTheFirstAccountIsNotCalledDestroyed() throws Exception {
        host.step(Kind.CREATE);
        assertThat(host.resource().backendId()).isPresent();
        switchToken();
        assertThatThrownBy(host::create)
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("other-team")
                .hasMessageContaining(first.teamUuid())
                .hasMessageNotContaining("Terminate the resource");
    }

    @Test
    void orderGoesOnWithAnotherTokenOfTheSameAccount() throws Exception {
        host.backend().poll(List.of(new PendingWork(Kind.CREATE, host.resource(), host.handle())));
        String other = cloud.sandbox().newToken();
        cloud.sandbox().revoke(cloud.sandbox().token());
        cloud.token(other);
        host.restart().create();
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void accountIsReadOnceHoweverManyOrdersBeginAtOnce() throws Exception {
        cloud.sandbox().log().clear();
        DigitalOceanBackend backend = cloud.open();
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> begun = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                begun.add(callers.submit(() -> backend.create(CreateRequest.of(Cloud.ordered("vm")))));
            }
            for (Future<?> each : begun) {
                each.get();
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(cloud.sandbox().log().count(Requests.of("GET", "/v2/account")))
                .isEqualTo(1);
    }
}
