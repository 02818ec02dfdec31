package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PowerBackend;
import dev.siteagent.spi.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link PowerBackend} promises. Extend it with a fixture. */
@Timeout(120)
public abstract class PowerBackendContract extends BackendContract {
    @Test
    void pausedResourceIsOffAndRestoredOneIsOn() throws Exception {
        PowerBackend backend = (PowerBackend) open();
        Resource resource = created(backend, ordered("web"));
        pause(backend, resource);
        assertThat(read(backend, resource).power()).isNotEqualTo(BackendResource.Power.ON);
        restore(backend, resource);
        assertThat(read(backend, resource).power()).isNotEqualTo(BackendResource.Power.OFF);
    }

    @Test
    void repeatedPauseAndRestoreAreSuccess() throws Exception {
        PowerBackend backend = (PowerBackend) open();
        Resource resource = created(backend, ordered("web"));
        restore(backend, resource);
        pause(backend, resource);
        pause(backend, resource);
        restore(backend, resource);
        restore(backend, resource);
        assertThat(cloud().existing(resource.uuid())).hasSize(1);
    }

    @Test
    void downscaledResourceIsThereStill() throws Exception {
        PowerBackend backend = (PowerBackend) open();
        Resource resource = created(backend, ordered("web"));
        new Settling(backend, cloud())
                .settle(PendingWork.Kind.DOWNSCALE, resource, backend.downscale(resource, read(backend, resource)));
        assertThat(cloud().existing(resource.uuid())).hasSize(1);
    }

    private void pause(PowerBackend backend, Resource resource) throws BackendException, InterruptedException {
        new Settling(backend, cloud())
                .settle(PendingWork.Kind.PAUSE, resource, backend.pause(resource, read(backend, resource)));
    }

    private void restore(PowerBackend backend, Resource resource) throws BackendException, InterruptedException {
        new Settling(backend, cloud())
                .settle(PendingWork.Kind.RESTORE, resource, backend.restore(resource, read(backend, resource)));
    }

    private static BackendResource read(PowerBackend backend, Resource resource)
            throws BackendException, InterruptedException {
        Lookup<BackendResource> found = backend.read(List.of(resource)).get(resource.uuid());
        assertThat(found).isInstanceOf(Lookup.Present.class);
        return ((Lookup.Present<BackendResource>) found).value();
    }
}
