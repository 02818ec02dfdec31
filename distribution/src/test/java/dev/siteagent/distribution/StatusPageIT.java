package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The status page of the packaged agent, in a real browser of the size of a phone. */
@Timeout(180)
class StatusPageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Site site = new Site();

    @TempDir
    private Path outputs;

    @TempDir
    private Path profile;

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void phoneShowsWhatIsInHandAndWhatFailedWithoutScrollingSideways() throws Exception {
        assumeTrue(Browser.program().isPresent(), "there is no chromium here: the status page is not looked at");
        site.cloud().habits().bootDuration(Duration.ofMinutes(3));
        int port = freePort();
        OrderSnapshot refused = site.waldur()
                .createOrder(
                        site.offering(),
                        site.project(),
                        NewOrder.named("too-large")
                                .limit("cpu", 64)
                                .limit("ram", 1024)
                                .limit("disk", 25600));
        site.orderMachine("<b>booting</b>-" + "x".repeat(60));
        Path configuration = site.configuration(outputs, "http: {port: " + port + "}\n");

        try (AgentProcess process = site.givesTokensTo(PackagedAgent.in(outputs))
                        .start("run", "-m", "order_process", "-c", configuration.toString());
                Browser browser = new Browser(Browser.program().orElseThrow(), profile)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> site.cloud().droplets().size() == 1
                            && site.waldur().order(refused.uuid()).state() != OrderSnapshot.State.EXECUTING
                            && site.waldur().order(refused.uuid()).state() != OrderSnapshot.State.PENDING_PROVIDER);
            URI page = URI.create("http://127.0.0.1:" + port + "/");
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                browser.show(page);
                assertThat(browser.text())
                        .contains("All is at work.", "order_process", "Machines", "digitalocean")
                        .contains("<b>booting</b>-xxx", "1 order in hand")
                        .contains("too-large")
                        .contains("requests left");
            });
            browser.picture(
                    Files.createDirectories(Path.of("target", "screenshots")).resolve("status-page.png"));

            assertThat(browser.evaluate("document.documentElement.scrollWidth")).isEqualTo("360");
            assertThat(browser.evaluate("document.querySelectorAll('script').length"))
                    .isEqualTo("0");
            assertThat(browser.evaluate("getComputedStyle(document.querySelector('ul')).listStyleType"))
                    .as("the style that the policy lets in")
                    .isEqualTo("none");
            assertThat(browser.evaluate("document.documentElement.outerHTML")).doesNotContain(site.secrets());
            assertThat(process.isAlive()).isTrue();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
