package dev.siteagent.digitalocean.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AttributesPageTest {
    @Test
    void thePageOfThePluginTellsOfEveryAttributeThatAnOrderMayHave() throws IOException {
        String page = Files.readString(Path.of("../../docs/digitalocean.md"));
        assertThat(OrderReading.KNOWN).allSatisfy(attribute -> assertThat(page).contains("`" + attribute + "`"));
    }
}
