package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.Log;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RegistrarTest {
    private final CountDownLatch registered = new CountDownLatch(1);

    @Test
    void registrationThatHasEndedIsNotGivenUp() throws InterruptedException {
        try (Log log = new Log()) {
            Registrar registrar = new Registrar("VM", Mode.ORDER_PROCESS, registered::countDown);
            registrar.start();
            registered.await();
            registrar.close(Duration.ofSeconds(10));
            registrar.close(Duration.ZERO);

            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void registrationThatTakesTooLongIsInterruptedAndTold() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Log log = new Log()) {
            Registrar registrar = new Registrar("VM", Mode.ORDER_PROCESS, () -> {
                registered.countDown();
                try {
                    new CountDownLatch(1).await();
                } finally {
                    interrupted.countDown();
                }
            });
            registrar.start();
            registered.await();

            registrar.close(Duration.ZERO);

            interrupted.await();
            assertThat(log.warnings()).singleElement().satisfies(event -> assertThat(event.getFormattedMessage())
                    .contains("The registration of offering VM was given up"));
        }
    }
}
