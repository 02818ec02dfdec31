package dev.siteagent.digitalocean.order;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.siteagent.digitalocean.Cloud;
import dev.siteagent.digitalocean.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class UnknownAttributesTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.siteagent.digitalocean.order");
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void listen() {
        events.start();
        logger.setLevel(Level.WARN);
        logger.addAppender(events);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(events);
        logger.setLevel(null);
    }

    private List<String> warnings(
            Map<String, Object> settings, Map<String, Object> attributes, Map<String, Long> limits) throws Exception {
        Map<String, Object> all = new HashMap<>(Cloud.ATTRIBUTES);
        all.remove("size");
        all.putAll(attributes);
        new OrderReading(Settings.of(settings)).read(Cloud.ordered("web", all, limits));
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void attributeThatMeansNothingIsWarnedAboutByNameAlone() throws Exception {
        assertThat(warnings(Map.of(), Map.of("size", "c-2", "colour", "hush", "name", "web"), Map.of()))
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("[colour]").doesNotContain("hush"));
    }

    @Test
    void defaultSizeThatHidesAMatchIsWarnedAbout() throws Exception {
        assertThat(warnings(
                        Map.of("defaultSize", "c-2", "sizeMapping", Map.of("c-4", Map.of("cpu", 4L))),
                        Map.of(),
                        Map.of("cpu", 4L)))
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("c-2").contains("c-4"));
    }

    @Test
    void reservedTagIsWarnedAbout() throws Exception {
        assertThat(warnings(Map.of(), Map.of("size", "c-2", "tags", List.of("Waldur-Resource:x")), Map.of()))
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("Waldur-Resource:x"));
    }
}
