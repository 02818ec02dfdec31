package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.EventSourceBackend;
import dev.siteagent.spi.EventSourceBackend.Subscription;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link EventSourceBackend} promises beside {@link PendingWorkBackendContract}.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class EventSourceBackendContract extends BackendContract {
    private final Collection<Subscription> listening = new ConcurrentLinkedQueue<>();

    /**
     * Lets the cloud announce that the work of a resource moved. What announces may still be connecting; a test calls it
     * once.
     *
     * @param resource the resource, which was ordered and may be pending
     * @throws Exception when it does not work, which fails the test
     */
    protected abstract void announce(Resource resource) throws Exception;

    /** Returns how long a test waits for an announcement. */
    protected Duration patience() {
        return Duration.ofSeconds(10);
    }

    @AfterEach
    final void endAll() {
        listening.forEach(Subscription::close);
    }

    @Test
    void workThatMovedIsAnnounced() throws Exception {
        EventSourceBackend backend = eventSource();
        Resource resource = begun(backend);
        BlockingQueue<UUID> heard = new LinkedBlockingQueue<>();
        listen(backend, heard);
        announce(resource);
        assertHeard(heard, resource);
    }

    @Test
    void workThatAnotherProcessBeganIsAnnounced() throws Exception {
        Resource resource = begun(eventSource());
        BlockingQueue<UUID> heard = new LinkedBlockingQueue<>();
        listen(eventSource(), heard);
        announce(resource);
        assertHeard(heard, resource);
    }

    @Test
    void noAnnouncementComesAfterTheEnd() throws Exception {
        EventSourceBackend backend = eventSource();
        Resource resource = begun(backend);
        BlockingQueue<UUID> ended = new LinkedBlockingQueue<>();
        end(listen(backend, ended));
        ended.clear();
        BlockingQueue<UUID> heard = new LinkedBlockingQueue<>();
        listen(eventSource(), heard);
        announce(resource);
        assertHeard(heard, resource);
        assertThat(ended)
                .as("event source: no announcement comes after the subscription is closed")
                .isEmpty();
    }

    @Test
    void subscriptionThatIsClosedCanBeMadeAgain() throws Exception {
        EventSourceBackend backend = eventSource();
        Resource resource = begun(backend);
        end(listen(backend, new LinkedBlockingQueue<>()));
        BlockingQueue<UUID> heard = new LinkedBlockingQueue<>();
        listen(backend, heard);
        announce(resource);
        assertHeard(heard, resource);
    }

    @Test
    void interruptedListeningEndsSoon() throws Exception {
        EventSourceBackend backend = eventSource();
        Rules.endsWhenInterrupted(() -> listen(backend, new LinkedBlockingQueue<>()));
    }

    @Test
    void subscriptionShowsNoSecret() throws Exception {
        EventSourceBackend backend = eventSource();
        Rules.showNoSecret(cloud().secrets(), backend, listen(backend, new LinkedBlockingQueue<>()));
    }

    private EventSourceBackend eventSource() throws BackendException {
        return (EventSourceBackend) open();
    }

    private Resource begun(EventSourceBackend backend) throws BackendException, InterruptedException {
        Resource resource = ordered("web");
        backend.create(request(backend, resource));
        return resource;
    }

    private Subscription listen(EventSourceBackend backend, BlockingQueue<UUID> heard)
            throws BackendException, InterruptedException {
        Subscription subscription = backend.listen(heard::add);
        assertThat(subscription)
                .as("event source: listening returns what ends it, never null")
                .isNotNull();
        listening.add(subscription);
        return subscription;
    }

    private void end(Subscription subscription) {
        listening.remove(subscription);
        subscription.close();
    }

    private void assertHeard(BlockingQueue<UUID> heard, Resource resource) throws InterruptedException {
        assertThat(heard.poll(patience().toMillis(), TimeUnit.MILLISECONDS))
                .as(
                        "event source: what moved is announced by the resource's UUID, within %s ms",
                        patience().toMillis())
                .isEqualTo(resource.uuid());
    }
}
