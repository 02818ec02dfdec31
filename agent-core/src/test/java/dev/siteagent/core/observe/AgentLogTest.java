package dev.siteagent.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class AgentLogTest {
    private final LoggerContext loggers = new LoggerContext();
    private final LogbackMDCAdapter mdc = new LogbackMDCAdapter();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final AgentLog log;

    AgentLogTest() {
        loggers.setMDCAdapter(mdc);
        log = new AgentLog(loggers, new Redaction());
    }

    @AfterEach
    void stop() {
        loggers.stop();
    }

    @Test
    void jsonHasThePythonAgentsNamesAndTheContext() throws IOException {
        log.writeTo(written, LogFormat.JSON, false);
        mdc.put("order", "2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10");
        mdc.put("offering", "Vérité VM");

        logger("dev.siteagent.core.orders.CreateFlow").warn("droplet {} is late", 3_169_590_176L);

        JsonNode line = onlyLine();
        assertThat(line.get("event").asText()).isEqualTo("droplet 3169590176 is late");
        assertThat(line.get("level").asText()).isEqualTo("warning");
        assertThat(line.get("logger").asText()).isEqualTo("dev.siteagent.core.orders.CreateFlow");
        assertThat(line.get("offering").asText()).isEqualTo("Vérité VM");
        assertThat(line.get("order").asText()).isEqualTo("2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10");
        assertThat(line.get("timestamp").asText()).endsWith("+00:00");
        assertThat(OffsetDateTime.parse(line.get("timestamp").asText()).toInstant())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
        assertThat(line.has("exception")).isFalse();
    }

    @Test
    void anExceptionAndItsCausesStayOnTheOneLine() throws IOException {
        log.writeTo(written, LogFormat.JSON, false);

        logger("x").error("failed", new IllegalStateException("outer", new IOException("inner\nsecond line")));

        assertThat(onlyLine().get("exception").asText())
                .contains("IllegalStateException: outer")
                .contains("Caused by: java.io.IOException: inner");
    }

    @Test
    void pairsOfTheEventAreFieldsButCannotTakeTheLinesOwnNames() throws IOException {
        log.writeTo(written, LogFormat.JSON, false);

        logger("x")
                .atInfo()
                .addKeyValue("seconds", 3)
                .addKeyValue("event", "forged")
                .log("done");

        assertThat(onlyLine().get("seconds").asText()).isEqualTo("3");
        assertThat(onlyLine().get("event").asText()).isEqualTo("done");
    }

    @Test
    void secretsAreTakenOutOfMessageContextAndException() {
        log.writeTo(written, LogFormat.JSON, false);
        mdc.put("backend_id", "dop_v1_0123456789abcdef");

        logger("x").error("Authorization: Token 0123456789abcdef", new IOException("client_secret=hush-hush"));

        assertThat(text()).doesNotContain("0123456789abcdef").doesNotContain("hush-hush");
    }

    @Test
    void linesForPeopleHaveTimeLevelMessageAndContextWithoutColoursUnlessAskedFor() {
        log.writeTo(written, LogFormat.TEXT, false);
        mdc.put("offering", "VM");

        logger("dev.siteagent.core.runtime.AgentRun").info("started");

        assertThat(text()).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  started  \\[AgentRun offering=VM]\n");
    }

    @Test
    void coloursAreWrittenWhenAskedFor() {
        log.writeTo(written, LogFormat.TEXT, true);

        logger("x").error("bad");

        assertThat(text()).contains("\u001b[31mERROR\u001b[0m");
    }

    @Test
    void aNameFromOutsideCannotForgeALineOrReachTheTerminal() {
        log.writeTo(written, LogFormat.TEXT, false);

        logger("x").info("resource {}", "web\n12:00:00.000 INFO  forged\u001b[2J");

        assertThat(text().strip()).hasLineCount(1).doesNotContain("\u001b");
    }

    @Test
    void aFailureFromOutsideCannotReachTheTerminal() {
        log.writeTo(written, LogFormat.TEXT, false);

        logger("x").warn("failed", new IOException("web\u001b[2J"));

        assertThat(text()).contains("\\u001b[2J", "\n\tat ").doesNotContain("\u001b");
    }

    @Test
    void aLineThatCannotBeWrittenIsCountedAndTheNextOneIsTried() throws IOException {
        AtomicBoolean full = new AtomicBoolean();
        log.writeTo(
                new FilterOutputStream(written) {
                    @Override
                    public void write(byte[] bytes) throws IOException {
                        if (full.get()) {
                            written.write(bytes, 0, 5);
                            throw new IOException("No space left on device");
                        }
                        written.write(bytes);
                    }
                },
                LogFormat.JSON,
                false);
        logger("x").info("one");
        full.set(true);
        logger("x").info("two");
        logger("x").info("three");
        full.set(false);
        logger("x").info("four");
        logger("x").info("five");

        assertThat(text().lines().filter(line -> line.endsWith("}")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"one\""),
                        line -> assertThat(line)
                                .startsWith("{\"event\":\"2 lines of the log before this one could not be written:")
                                .contains("No space left on device"),
                        line -> assertThat(line).startsWith("{\"event\":\"four\""),
                        line -> assertThat(line).startsWith("{\"event\":\"five\""));
    }

    @Test
    void theLevelHasPythonsNames() {
        log.writeTo(written, LogFormat.TEXT, false);
        Map.of("DEBUG", "DEBUG", "info", "INFO", "WARNING", "WARN", "CRITICAL", "ERROR", "nonsense", "INFO")
                .forEach((name, expected) -> {
                    log.level(name);
                    assertThat(loggers.getLogger("dev.siteagent").getEffectiveLevel())
                            .hasToString(expected);
                });
    }

    @Test
    void librariesThatLogHeadersAndNoiseStayQuietAtDebug() {
        log.writeTo(written, LogFormat.TEXT, false);
        log.level("DEBUG");

        logger("org.apache.http.headers").debug(">> Authorization: Bearer x");
        logger("org.pf4j.AbstractPluginManager").error("cannot load", new IOException("corrupt"));
        logger("org.hibernate.validator").info("HV000001");

        assertThat(text()).isEmpty();
    }

    @Test
    void aNamedLoggerHasItsOwnLevelAndTheGeneralOneAgainWhenItIsNotNamedAnyMore() {
        log.writeTo(written, LogFormat.TEXT, false);
        log.levels("WARNING", Map.of("dev.siteagent.core.orders", "DEBUG"));

        logger("dev.siteagent.core.orders.CreateFlow").debug("one");
        logger("dev.siteagent.core.waldur.WaldurHttp").info("two");
        log.levels("WARNING", Map.of("dev.siteagent.core.waldur", "INFO"));
        logger("dev.siteagent.core.orders.CreateFlow").info("three");
        logger("dev.siteagent.core.waldur.WaldurHttp").info("four");

        assertThat(text()).contains("one").doesNotContain("two", "three").contains("four");
    }

    @Test
    void aLibraryThatWouldShowHeadersStaysQuietEvenWhenItIsNamed() {
        log.writeTo(written, LogFormat.TEXT, false);
        log.levels("INFO", Map.of("org.apache.http", "DEBUG", "org.apache.http.wire", "DEBUG", "org.apache", "DEBUG"));

        logger("org.apache.http.headers").debug(">> Authorization: Bearer x");
        logger("org.apache.http.wire").info("GET /");
        logger("org.apache.http.client").warn("retries");

        assertThat(text().strip()).hasLineCount(1).contains("retries");

        log.levels("INFO", Map.of());
        logger("org.apache.http.wire").info("GET /");
        assertThat(text().strip()).hasLineCount(1);
    }

    @Test
    void theFormatIsForPeopleOnATerminalAndJsonElsewhereUnlessTheVariableSaysOtherwise() {
        assertThat(LogFormat.choose(name -> null, true)).isEqualTo(LogFormat.TEXT);
        assertThat(LogFormat.choose(name -> null, false)).isEqualTo(LogFormat.JSON);
        assertThat(LogFormat.choose(Map.of(LogFormat.VARIABLE, "JSON")::get, true))
                .isEqualTo(LogFormat.JSON);
        assertThat(LogFormat.choose(Map.of(LogFormat.VARIABLE, "text")::get, false))
                .isEqualTo(LogFormat.TEXT);
        assertThat(LogFormat.choose(Map.of(LogFormat.VARIABLE, "xml")::get, true))
                .isEqualTo(LogFormat.TEXT);
    }

    private Logger logger(String name) {
        return loggers.getLogger(name);
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private JsonNode onlyLine() throws IOException {
        assertThat(text()).endsWith("\n");
        assertThat(text().strip()).hasLineCount(1);
        return new ObjectMapper().readTree(text());
    }
}
