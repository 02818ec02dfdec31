package dev.siteagent.digitalocean.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizeMappingTest {
    private static final SizeMapping SIZES = new SizeMapping(entries());

    private static Map<String, Map<String, Long>> entries() {
        Map<String, Map<String, Long>> entries = new LinkedHashMap<>();
        entries.put("s-1vcpu-1gb", Map.of("cpu", 1L));
        entries.put("s-1vcpu-2gb", Map.of("cpu", 1L, "ram", 2048L));
        entries.put("s-1vcpu-1gb-intel", Map.of("cpu", 1L));
        entries.put("empty", Map.of());
        return entries;
    }

    @Test
    void matchIsExactOnTheEntrysComponents() {
        assertThat(SIZES.match(Map.of("cpu", 1L, "disk", 25L))).contains("s-1vcpu-1gb");
        assertThat(SIZES.match(Map.of("cpu", 2L))).isEmpty();
        assertThat(SIZES.match(Map.of("ram", 2048L))).isEmpty();
        assertThat(SIZES.match(Map.of())).isEmpty();
    }

    @Test
    void mostSpecificEntryWinsThenTheFirst() {
        assertThat(SIZES.match(Map.of("cpu", 1L, "ram", 2048L))).contains("s-1vcpu-2gb");
        assertThat(SIZES.match(Map.of("cpu", 1L, "ram", 4096L))).contains("s-1vcpu-1gb");
    }

    @Test
    void limitsThatMatchNothingFailWithWhatIsOnOffer() {
        assertThatThrownBy(() -> SIZES.require(Map.of("ram", 512L, "cpu", 3L)))
                .hasMessageContaining("cpu=3 ram=512")
                .hasMessageContaining("s-1vcpu-1gb (cpu=1), s-1vcpu-2gb (cpu=1 ram=2048)");
        assertThatThrownBy(() -> new SizeMapping(Map.of()).require(Map.of("cpu", 3L)))
                .hasMessageContaining("size_mapping is empty");
    }
}
