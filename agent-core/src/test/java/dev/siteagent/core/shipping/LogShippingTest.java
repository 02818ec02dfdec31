package dev.siteagent.core.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.observe.LogLine;
import dev.siteagent.core.runtime.WaldurClients;
import dev.siteagent.core.waldur.AgentIdentity;
import dev.siteagent.core.waldur.WaldurCallListener;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

@Timeout(60)
class LogShippingTest {
    private static final String LOGS = "/api/marketplace-site-agent-logs/";

    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final WaldurSandbox other = WaldurSandbox.start();
    private final UUID offering = waldur.addOffering(NewOffering.ofMachines("VM"));
    private final UUID otherOffering = other.addOffering(NewOffering.ofMachines("Disks"));
    private final SteppedClock clock = new SteppedClock();
    private final Counts counts = new Counts();
    private final LogShipping shipping = new LogShipping("1.0", clock, WaldurCallListener.NONE, counts, new Random(1));

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        waldur.close();
        other.close();
    }

    @Test
    void linesGoToWaldurUnderTheAgentsIdentityWithPythonsLevels() throws Exception {
        UUID identity = register(configure(1, entry("VM", waldur, offering)), 0);
        shipping.take(line("VM", Level.ERROR, "droplet is lost"));
        shipping.take(line("VM", Level.WARN, "droplet is late"));
        shipping.take(line("VM", Level.INFO, "droplet is there"));

        shipping.ship();

        assertThat(messages(waldur)).containsExactly("droplet is lost", "droplet is late");
        JsonNode shipped = waldur.shippedLogs().get(1);
        assertThat(shipped.path("level").asText()).isEqualTo("WARNING");
        assertThat(shipped.path("module").asText()).isEqualTo("dev.siteagent.core.orders.X");
        assertThat(shipped.path("timestamp").decimalValue()).isEqualByComparingTo("1796119200.25");
        assertThat(shipped.path("agent_identity_uuid").asText())
                .isEqualTo(identity.toString().replace("-", ""));
        assertThat(counts.shipped).containsEntry("VM", 2L);
    }

    @Test
    void eachWaldurGetsTheLinesAboutItsOwnOfferingAlone() throws Exception {
        AgentConfiguration configuration =
                configure(1, entry("VM", waldur, offering), entry("Disks", other, otherOffering));
        register(configuration, 0);
        register(configuration, 1);
        shipping.take(line("VM", Level.WARN, "about VM"));
        shipping.take(line("Disks", Level.WARN, "about Disks"));
        shipping.take(line(null, Level.WARN, "about nobody"));

        shipping.ship();

        assertThat(messages(waldur)).containsExactly("about VM");
        assertThat(messages(other)).containsExactly("about Disks");
    }

    @Test
    void theOnlyOfferingsWaldurGetsTheLinesAboutNoOffering() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        shipping.take(line(null, Level.WARN, "the port is taken"));

        shipping.ship();

        assertThat(messages(waldur)).containsExactly("the port is taken");
    }

    @Test
    void linesWaitUntilTheAgentIsRegisteredAndThroughAReload() throws Exception {
        AgentConfiguration configuration = configure(1, entry("VM", waldur, offering));
        shipping.take(line("VM", Level.WARN, "early"));
        shipping.ship();
        assertThat(messages(waldur)).isEmpty();

        register(configuration, 0);
        shipping.change(configuration);
        shipping.ship();

        assertThat(messages(waldur)).containsExactly("early");
    }

    @Test
    void whatWaldurCannotTakeNowIsSentLaterInOrderAfterAPauseThatGrows() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        waldur.faults().on(Requests.of("POST", LOGS)).times(2, Fault.answer(Response.text(503, "down")));
        shipping.take(line("VM", Level.WARN, "one"));
        shipping.ship();
        shipping.take(line("VM", Level.WARN, "two"));
        shipping.ship();
        assertThat(messages(waldur)).isEmpty();

        clock.pass(Duration.ofSeconds(60));
        shipping.ship();
        clock.pass(Duration.ofSeconds(60));
        shipping.ship();
        assertThat(messages(waldur)).isEmpty();

        clock.pass(Duration.ofSeconds(60));
        shipping.ship();

        assertThat(messages(waldur)).containsExactly("one", "two");
        assertThat(counts.dropped).isEmpty();
    }

    @Test
    void linesThatWaldurRefusesAreGivenUpSoThatThoseBehindThemCome() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        waldur.faults().on(Requests.of("POST", LOGS)).times(1, Fault.answer(Response.text(400, "bad")));
        shipping.take(line("VM", Level.WARN, "poison"));
        shipping.ship();
        shipping.take(line("VM", Level.WARN, "good"));
        clock.pass(Duration.ofSeconds(60));
        shipping.ship();

        assertThat(messages(waldur)).containsExactly("good");
        assertThat(counts.dropped).containsEntry("VM", 1L);
    }

    @Test
    void theOldestGoWhenTheBufferIsFullAndWaldurIsToldHowMany() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        String text = "x".repeat(40_000);
        IntStream.range(0, 20).forEach(i -> shipping.take(line("VM", Level.WARN, i + text)));

        shipping.ship();

        assertThat(counts.dropped.get("VM")).isEqualTo(7L);
        assertThat(messages(waldur)).hasSize(14);
        assertThat(messages(waldur).get(0)).startsWith("7 lines before this one are missing");
        assertThat(messages(waldur).get(1)).startsWith("7x");
        assertThat(messages(waldur).get(13)).startsWith("19x");
    }

    @Test
    void itsOwnLinesAreNotSentInTurn() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        shipping.take(line("VM", Level.WARN, "dev.siteagent.core.shipping.OfferingLines", "main", "cannot send"));
        shipping.take(line("VM", Level.WARN, "dev.siteagent.core.waldur.WaldurHttp", "log-shipping", "cannot reach"));

        shipping.ship();

        assertThat(messages(waldur)).isEmpty();
    }

    @Test
    void theEndSendsWhatIsLeftAndDoesNotWaitLongForAWaldurThatHangs() throws Exception {
        AgentConfiguration configuration =
                configure(1, entry("VM", waldur, offering), entry("Disks", other, otherOffering));
        register(configuration, 0);
        register(configuration, 1);
        other.faults().on(Requests.of("POST", LOGS)).always(Fault.stall(Duration.ofSeconds(30)));
        shipping.start();
        shipping.take(line("VM", Level.WARN, "last words"));
        shipping.take(line("Disks", Level.WARN, "lost words"));
        Instant before = Instant.now();

        shipping.close();

        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(8));
        assertThat(messages(waldur)).containsExactly("last words");
        assertThat(counts.dropped).containsExactly(Map.entry("Disks", 1L));
    }

    @Test
    void theEndTriesOnceMoreWhatFailedBefore() throws Exception {
        AgentConfiguration configuration =
                configure(1, entry("Disks", other, otherOffering), entry("VM", waldur, offering));
        register(configuration, 0);
        register(configuration, 1);
        other.faults().on(Requests.of("POST", LOGS)).times(1, Fault.answer(Response.text(503, "down")));
        shipping.take(line("Disks", Level.WARN, "early words"));
        shipping.ship();
        shipping.take(line("VM", Level.WARN, "last words"));

        shipping.shipTheLast();

        assertThat(messages(other)).containsExactly("early words");
        assertThat(messages(waldur)).containsExactly("last words");
    }

    @Test
    void whatWaldurCannotStoreIsReplacedSoThatTheLinesAroundItCome() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        shipping.take(line("VM", Level.WARN, "nul \0, half \ud83d, whole \ud83d\ude00"));
        shipping.take(line("VM", Level.WARN, "x".repeat(49_998) + "\ud83d\ude00 and more"));

        shipping.ship();

        assertThat(messages(waldur))
                .containsExactly("nul \ufffd, half \ufffd, whole \ud83d\ude00", "x".repeat(49_998) + "…");
    }

    @Test
    void aFaultOfTheAgentDoesNotEndTheShipping() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        counts.fault = new IllegalStateException("a fault");
        shipping.take(line("VM", Level.WARN, "one"));
        shipping.ship();
        counts.fault = null;
        shipping.take(line("VM", Level.WARN, "two"));
        clock.pass(Duration.ofSeconds(60));

        shipping.ship();

        assertThat(messages(waldur)).endsWith("two");
    }

    @Test
    void nothingIsSentWhereItIsNotEnabled() throws Exception {
        register(configure(1, entry("VM", waldur, offering)), 0);
        shipping.change(read("log_shipping: {enabled: false}", entry("VM", waldur, offering)));
        shipping.take(line("VM", Level.ERROR, "droplet is lost"));

        shipping.ship();

        assertThat(messages(waldur)).isEmpty();
    }

    private AgentConfiguration configure(int mebibytes, String... entries) throws IOException {
        AgentConfiguration configuration =
                read("log_shipping: {enabled: true, buffer_size_mb: " + mebibytes + "}", entries);
        shipping.change(configuration);
        return configuration;
    }

    private AgentConfiguration read(String top, String... entries) throws IOException {
        Path file = Files.writeString(folder.resolve("agent.yaml"), top + "\nofferings:\n" + String.join("", entries));
        return new ConfigurationReader(new OneBackend(), name -> null)
                .read(file)
                .configuration()
                .orElseThrow();
    }

    private static String entry(String name, WaldurSandbox at, UUID uuid) {
        return "  - {name: %s, waldur_api_url: '%s', waldur_api_token: %s, waldur_offering_uuid: %s, backend_type: cloud}\n"
                .formatted(name, at.apiUrl(), at.token(), uuid);
    }

    private UUID register(AgentConfiguration configuration, int index) throws InterruptedException {
        var entry = configuration.offerings().get(index);
        return new WaldurClients(Optional.empty(), clock, WaldurCallListener.NONE)
                .of(entry, "test")
                .identities()
                .create(AgentIdentity.Description.of(
                        entry.uuid(), entry.identityName(), "1.0", List.of(), Instant.now()))
                .uuid();
    }

    private static LogLine line(String about, Level level, String text) {
        return line(about, level, "dev.siteagent.core.orders.X", "orders-1", text);
    }

    private static LogLine line(String about, Level level, String logger, String thread, String text) {
        return new LogLine(
                Instant.parse("2026-12-01T10:00:00.25Z"),
                level,
                logger,
                text,
                about == null ? Map.of() : Map.of(LogLine.OFFERING, about),
                thread,
                Optional.empty());
    }

    private static List<String> messages(WaldurSandbox at) {
        return at.shippedLogs().stream()
                .map(shipped -> shipped.path("message").asText())
                .toList();
    }

    private static final class Counts implements ShippingListener {
        private final Map<String, Long> shipped = new TreeMap<>();
        private final Map<String, Long> dropped = new TreeMap<>();
        private RuntimeException fault;

        @Override
        public synchronized void shipped(String name, long lines) {
            if (fault != null) {
                throw fault;
            }
            shipped.merge(name, lines, Long::sum);
        }

        @Override
        public synchronized void dropped(String name, long lines) {
            dropped.merge(name, lines, Long::sum);
        }
    }

    private static final class SteppedClock extends Clock {
        private Instant now = Instant.now();

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
