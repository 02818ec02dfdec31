package dev.siteagent.core.waldur;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.siteagent.spi.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaldurConnectionTest {
    private static final WaldurCredentials TOKEN = new WaldurCredentials.Token(Secret.of("t"));
    private static final RecordingSleeper time = new RecordingSleeper();

    @RegisterExtension
    private static final WireMockExtension server = WireMockExtension.newInstance()
            .options(options().dynamicPort().dynamicHttpsPort())
            .build();

    @BeforeEach
    void waldurAnswers() {
        server.stubFor(get(anyUrl()).willReturn(okJson("{\"version\": \"8.1.3\"}")));
    }

    @ParameterizedTest
    @CsvSource({
        "https://waldur.example.com/api/, https://waldur.example.com",
        "https://waldur.example.com/api, https://waldur.example.com",
        "https://waldur.example.com/, https://waldur.example.com",
        "https://waldur.api.example.ap/api/, https://waldur.api.example.ap",
        "https://waldur.example.com/papi/, https://waldur.example.com/papi",
        "https://waldur.example.com/sub/api/, https://waldur.example.com/sub",
        "http://127.0.0.1:8080/api/, http://127.0.0.1:8080",
    })
    void apiSuffixIsStrippedAsASuffix(String apiUrl, String base) {
        assertThat(WaldurConnection.baseOf(apiUrl)).hasToString(base);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"waldur.example.com/api/", "ftp://w/api/", "https:///api/", "http://u:hidden@w/api/", "a b"})
    void addressThatIsNoHttpUrlIsRefused(String apiUrl) {
        assertThatThrownBy(() -> WaldurConnection.baseOf(apiUrl))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("waldur_api_url")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void certificateThatNobodySignedIsRefusedUnlessVerificationIsOff() throws Exception {
        // The certificate of the test server is neither trusted nor made for this name.
        WaldurConnection connection =
                WaldurConnection.to("https://127.0.0.1:" + server.getHttpsPort() + "/api/", TOKEN, "test");

        assertThatThrownBy(() -> client(connection).version())
                .isInstanceOf(WaldurUnavailableException.class)
                .hasMessageContaining("verify_ssl");
        assertThat(client(connection.withVerifySsl(false)).version()).isEqualTo("8.1.3");
        assertThatThrownBy(() -> client(connection).version()).isInstanceOf(WaldurUnavailableException.class);
    }

    @Test
    void requestsGoThroughTheProxyWithItsCredentials() throws Exception {
        WaldurConnection connection = WaldurConnection.to("http://waldur.invalid/api/", TOKEN, "test")
                .withProxy(HttpProxy.parse("http://us%40er:pa+ss@localhost:" + server.getPort()));

        assertThat(client(connection).version()).isEqualTo("8.1.3");

        server.verify(getRequestedFor(anyUrl())
                .withHeader("Host", equalTo("waldur.invalid"))
                // us@er:pa+ss
                .withHeader("Proxy-Authorization", equalTo("Basic dXNAZXI6cGErc3M=")));
    }

    @Test
    void proxyForHttpsGetsItsCredentialsToo() throws Exception {
        try (TunnelProxy proxy = new TunnelProxy("Basic dTpw")) {
            Process probe = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            TunnelProbe.class.getName(),
                            "https://127.0.0.1:" + server.getHttpsPort() + "/api/",
                            "http://u:p@127.0.0.1:" + proxy.port())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(output).contains("8.1.3");
            assertThat(proxy.tunnels()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy:3128", "https://proxy:3128", "socks5://u:hidden@proxy:1080", "http://u:hid den@p:1"})
    void addressThatIsNoProxyIsRefusedWithoutItsPassword(String proxy) {
        assertThatThrownBy(() -> HttpProxy.parse(proxy))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"11111111222233334444555555555555", "11111111-2222-3333-4444-555555555555"})
    void uuidIsReadInEitherFormAndWrittenAsHex(String text) {
        assertThat(Uuids.hex(Uuids.parse(text))).isEqualTo("11111111222233334444555555555555");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1111111122223333444455555555555", "g1111111222233334444555555555555", "null"})
    void textThatIsNoUuidIsRefused(String text) {
        assertThatThrownBy(() -> Uuids.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private static WaldurClient client(WaldurConnection connection) {
        return WaldurClient.builder(connection).clock(time).sleeper(time).build();
    }
}
