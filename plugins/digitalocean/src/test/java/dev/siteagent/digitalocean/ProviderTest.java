package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.digitalocean.DigitalOceanSettings.BackupPolicy;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.UsageBackend;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProviderTest {
    private final Cloud cloud = new Cloud();
    private final DigitalOceanProvider provider = new DigitalOceanProvider();

    @AfterEach
    void close() {
        cloud.close();
    }

    @Test
    void providerIsFoundAsAServiceAndMakesMachinesToo() {
        assertThat(ServiceLoader.load(BackendProvider.class))
                .singleElement()
                .isInstanceOf(DigitalOceanProvider.class)
                .isInstanceOf(MachinesProvider.class);
        assertThat(provider.name()).isEqualTo("digitalocean");
        assertThat(provider.words()).isEqualTo(new MachinesProvider.Words("Droplet", "Key"));
    }

    @Test
    void openedBackendReachesTheConfiguredAddress() throws Exception {
        try (ResourceBackend backend =
                provider.open(cloud.context(Settings.of(cloud.sandbox()), new FreeBudgets(cloud.clock())))) {
            backend.ping();
            assertThat(backend.traits().limitUnits()).isEqualTo(BackendTraits.LimitUnits.WALDUR);
            assertThat(backend.traits().ids()).isEqualTo(BackendTraits.Ids.ASSIGNED_BY_BACKEND);
            assertThat(backend).isNotInstanceOfAny(MembersBackend.class, UsageBackend.class);
        }
        assertThat(cloud.sandbox().log().all().get(0).headers().get("User-Agent"))
                .containsExactly("site-agent-test");
    }

    static Stream<Arguments> unusable() {
        Map<String, Object> noToken = new HashMap<>();
        return Stream.of(
                Arguments.of(noToken, "token"),
                Arguments.of(Map.of("token", Secret.of("  ")), "token"),
                Arguments.of(Map.of("token", Secret.of("t"), "apiUrl", URI.create("ftp://x")), "api_url"),
                Arguments.of(Map.of("token", Secret.of("t"), "apiUrl", URI.create("api.example.com")), "api_url"));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void settingsThatCanNeverWorkAreRefusedAtOpen(Map<String, Object> settings, String named) {
        assertThatThrownBy(() -> provider.open(cloud.context(Settings.of(settings), new FreeBudgets(cloud.clock()))))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining(named);
    }

    @Test
    void settingsHaveTheDocumentedDefaults() {
        DigitalOceanSettings settings = Settings.of(Map.of());
        assertThat(settings.apiUrl()).isEqualTo(URI.create("https://api.digitalocean.com"));
        assertThat(settings.defaultTags()).isEqualTo(List.of());
        assertThat(settings.sizeMapping()).isEqualTo(Map.of());
        assertThat(settings.waitFor()).isEqualTo("active");
        assertThat(settings.toString()).isEqualTo("DigitalOceanSettings[https://api.digitalocean.com]");
        assertThat(new BackupPolicy("daily", null, 3).isHourOffered()).isFalse();
        assertThat(new BackupPolicy("daily", null, 20).isHourOffered()).isTrue();
        assertThat(Settings.of(Map.of("token", Secret.of(" "))).isTokenUsable()).isFalse();
    }
}
