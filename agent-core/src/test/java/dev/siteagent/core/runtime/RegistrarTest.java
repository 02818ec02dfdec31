package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.Log;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A registration beside the work: let end, given up, never begun. */
@Timeout(20)
class RegistrarTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration AMPLE = Duration.ofSeconds(10);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Test
    void registrationThatIsUnderWayIsLetEnd() throws InterruptedException {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (Log log = new Log()) {
            Registrar registrar = new Registrar("Folders", Mode.ORDER_PROCESS, () -> {
                begun.countDown();
                released.await();
                ended.countDown();
            });
            registrar.begin();
            begun.await();
            released.countDown();

            registrar.close(AMPLE);

            assertThat(ended.getCount()).isZero();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void registrationThatHangsIsInterruptedAndCalledGivenUp() throws InterruptedException {
        try (Log log = new Log()) {
            Registrar registrar = new Registrar("Folders", Mode.ORDER_PROCESS, this::hang);
            registrar.begin();
            begun.await();

            registrar.close(NONE);

            interrupted.await();
            assertThat(log.warnings())
                    .anySatisfy(event -> assertThat(event.getFormattedMessage()).contains("Folders was given up"));
        }
    }

    @Test
    void nothingIsRegisteredOnceClosed() throws InterruptedException {
        Registrar registrar = new Registrar("Folders", Mode.ORDER_PROCESS, begun::countDown);
        registrar.close(NONE);

        registrar.begin();

        assertThat(begun.getCount()).isEqualTo(1);
    }

    private void hang() throws InterruptedException {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }
}
