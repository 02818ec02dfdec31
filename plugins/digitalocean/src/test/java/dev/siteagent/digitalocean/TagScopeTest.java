package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.digitalocean.machines.DigitalOceanMachines;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DigitalOcean shows droplets without their tags to a token that lacks {@code tag:read}: each looks like nobody's. */
@Timeout(60)
class TagScopeTest {
    private final Cloud cloud = new Cloud();

    @AfterEach
    void close() {
        cloud.close();
    }

    private void blind() {
        cloud.sandbox().lack(cloud.sandbox().token(), "tag:read");
    }

    private static void assertRefused(ThrowingCallable work) {
        assertThatThrownBy(work).isInstanceOf(PermanentBackendException.class).hasMessageContaining("scope tag:read");
    }

    @Test
    void preflightRefusesATokenThatCannotTellWhoseADropletIs() {
        blind();
        assertRefused(() -> cloud.open().preflight());
    }

    @Test
    void anotherResourcesDropletIsNotDestroyedForLookingLikeNobodys() {
        Droplet other = cloud.sandbox().addDroplet("other", Cloud.tag(Cloud.ordered("other")));
        Resource mixedUp = Cloud.ordered("web").withBackendId(Long.toString(other.id()));
        blind();
        assertRefused(new Host(cloud, mixedUp)::delete);
        assertThat(cloud.sandbox().droplet(other.id())).isPresent();
    }

    @Test
    void anotherResourcesDropletIsNotSwitchedNorShownForLookingLikeNobodys() {
        Droplet other = cloud.sandbox().addDroplet("other", Cloud.tag(Cloud.ordered("other")));
        Resource mixedUp = Cloud.ordered("web").withBackendId(Long.toString(other.id()));
        blind();
        assertRefused(() -> new Host(cloud, mixedUp).read());
        assertRefused(() -> new Host(cloud, mixedUp).step(Kind.PAUSE));
        assertThat(cloud.sandbox().log().count(Requests.writes())).isZero();
    }

    @Test
    void noDropletIsMadeThatCouldNotBeFoundAgain() {
        blind();
        assertRefused(new Host(cloud, Cloud.ordered("web"))::create);
        assertThat(cloud.sandbox().createCount()).isZero();
    }

    @Test
    void anotherMachineIsNotDestroyedForLookingLikeNobodys() {
        Droplet other = cloud.sandbox().addDroplet("other", "hobbyfarm-vm:other");
        blind();
        DigitalOceanMachines machines = new DigitalOceanMachines(cloud.api(), cloud.clock());
        assertRefused(() -> machines.delete(Long.toString(other.id()), "hobbyfarm-vm:mine"));
        assertThat(cloud.sandbox().droplet(other.id())).isPresent();
    }

    @Test
    void scopeIsTriedOnce() throws Exception {
        Host host = new Host(cloud, Cloud.ordered("web"));
        host.create();
        host.read();
        host.nextOrder().delete();
        assertThat(cloud.sandbox().log().count(Requests.of("GET", "/v2/tags"))).isEqualTo(1);
    }
}
