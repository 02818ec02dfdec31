package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.stomp.EventBroker;
import dev.siteagent.sandbox.stomp.RabbitMq;
import dev.siteagent.sandbox.stomp.StompBroker;
import dev.siteagent.sandbox.stomp.WaldurEvents;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast events become work, and what a stream of them costs: the packaged agent, over RabbitMQ where {@code
 * SITE_AGENT_RABBITMQ} names one. Not part of the build, since it takes minutes and a quiet machine; run it with {@code mvn
 * -B verify -Dit.test=EventLoadBenchmark -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false}.
 */
class EventLoadBenchmark {
    private static final int SAMPLES = 40;
    private static final int WARM_UP = 10;
    private static final int EVENTS_A_MINUTE = 1_000;
    private static final int MINUTES = Integer.getInteger("benchmark.minutes", 5);
    private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

    private final Site site = new Site();
    private final Optional<RabbitMq> rabbit = RabbitMq.given();
    private final Optional<StompBroker> own = rabbit.isPresent() ? Optional.empty() : Optional.of(StompBroker.open());
    private final EventBroker broker = rabbit.<EventBroker>map(given -> given).orElseGet(own::orElseThrow);
    private final WaldurEvents events = new WaldurEvents(site.waldur(), broker);

    @TempDir
    private Path outputs;

    @AfterEach
    void close() {
        events.close();
        site.close();
        own.ifPresent(StompBroker::close);
    }

    @Test
    void fromAnEventToTheFirstRequestOfTheBackend() throws Exception {
        site.cloud().habits().bootDuration(Duration.ofMillis(1));
        List<Long> millis = new ArrayList<>();
        try (AgentProcess process = EventAgent.start(site, broker, outputs)) {
            assertThat(process.isAlive()).isTrue();
            for (int i = 0; i < WARM_UP + SAMPLES; i++) {
                OrderSnapshot order = site.orderMachine("web-" + i);
                site.waldur().waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
                Instant published = events.firstPublished(order.uuid()).orElseThrow();
                Instant first = site.cloud().log().all().stream()
                        .map(RecordedRequest::arrived)
                        .filter(arrived -> !arrived.isBefore(published))
                        .findFirst()
                        .orElseThrow();
                if (i >= WARM_UP) {
                    millis.add(Duration.between(published, first).toMillis());
                }
            }
        }
        Collections.sort(millis);
        long median = millis.get(millis.size() / 2);
        System.out.printf(
                "%s: published to first backend request: median %d ms, least %d ms, most %d ms, of %d%n",
                name(), median, millis.get(0), millis.get(millis.size() - 1), millis.size());
        assertThat(median).isLessThan(50);
    }

    @Test
    void aThousandEventsAMinuteTakeNoGrowingMemory() throws Exception {
        try (AgentProcess process = EventAgent.start(site, broker, outputs)) {
            OrderSnapshot order = site.orderMachine("web");
            site.waldur().waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofSeconds(30));
            List<Long> used = new ArrayList<>();
            for (int minute = 0; minute < MINUTES; minute++) {
                publishForAMinute(order);
                await().atMost(Duration.ofSeconds(30)).until(() -> events.atTheBroker() == 0);
                used.add(usedKibibytes(process));
                System.out.printf(
                        "%s: minute %d, %d events published, %d KiB of live objects%n",
                        name(), minute + 1, events.published(), used.get(minute));
            }
            long growth = used.get(used.size() - 1) - used.get(0);
            assertThat(growth).as("growth in KiB over the minutes: %s", used).isLessThan(2 * 1024L);
        }
    }

    private String name() {
        return rabbit.isPresent() ? "RabbitMQ" : "the sandbox's broker";
    }

    /** Half of the events need a look at Waldur, half need nothing. */
    private void publishForAMinute(OrderSnapshot order) throws InterruptedException {
        Instant start = Instant.now();
        for (int i = 0; i < EVENTS_A_MINUTE; i++) {
            events.publish(order.offering(), order.uuid(), i % 2 == 0 ? "executing" : "done");
            Instant due = start.plus(Duration.ofMinutes(1).multipliedBy(i + 1L).dividedBy(EVENTS_A_MINUTE));
            Duration pause = Duration.between(Instant.now(), due);
            if (!pause.isNegative()) {
                Sleeper.SYSTEM.sleep(pause);
            }
        }
    }

    /** Returns the size of all objects that are reachable, which the histogram collects before it counts. */
    private static long usedKibibytes(AgentProcess process) throws IOException, InterruptedException {
        Matcher total = TOTAL.matcher(jcmd(process, "GC.class_histogram"));
        assertThat(total.find()).isTrue();
        return Long.parseLong(total.group(1)) / 1024;
    }

    private static String jcmd(AgentProcess process, String command) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        command)
                .redirectErrorStream(true)
                .start();
        String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcmd.waitFor()).as(output).isZero();
        return output;
    }
}
