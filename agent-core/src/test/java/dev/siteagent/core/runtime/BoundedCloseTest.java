package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.siteagent.core.plugins.Log;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedCloseTest {
    private final BoundedClose closing = new BoundedClose(Duration.ofMillis(200));

    @Test
    void closeThatHangsIsInterruptedAndToldWithItsPlace() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Log log = new Log()) {
            closing.close("The backend of offering Bad", () -> hang(interrupted));

            assertThat(log.warnings())
                    .singleElement()
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .contains("The backend of offering Bad is not closed after PT0.2S", "BoundedCloseTest.hang");
        }
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closeThatFailsIsToldAndThrowsNothing() {
        try (Log log = new Log()) {
            closing.close("The backend of offering Bad", () -> {
                throw new IllegalStateException("mine");
            });

            assertThat(log.warnings())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("The backend of offering Bad did not close in good order.");
        }
    }

    @Test
    void callerThatIsInterruptedStaysSoAndTheCloseMayEndAllTheSame() {
        AtomicBoolean closed = new AtomicBoolean();
        Thread.currentThread().interrupt();

        new BoundedClose(Duration.ofDays(1))
                .close(
                        "The backend of offering Good",
                        () -> closed.set(!Thread.currentThread().isInterrupted()));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(closed).isTrue();
    }

    private static void hang(CountDownLatch interrupted) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }
}
