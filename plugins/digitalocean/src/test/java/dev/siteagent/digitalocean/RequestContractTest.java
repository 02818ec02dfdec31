package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.siteagent.digitalocean.DigitalOceanSettings.BackupPolicy;
import dev.siteagent.digitalocean.keys.SampleKeys;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every test that uses {@link Cloud} checks its requests at the end; this one makes the rarer ones, and proves the check. */
class RequestContractTest {
    @BeforeEach
    void requireContract() {
        assumeTrue(RequestContract.found().isPresent(), "not checked: there is no " + RequestContract.FILE + " above");
    }

    @Test
    void createWithEveryFeatureConforms() throws Exception {
        try (Cloud cloud = new Cloud()) {
            Map<String, Object> settings = Map.of(
                    "ipv6",
                    true,
                    "monitoring",
                    true,
                    "dropletAgent",
                    true,
                    "backupPolicy",
                    new BackupPolicy("weekly", "SUN", 4),
                    "vpcUuid",
                    cloud.sandbox().vpc("fra1"),
                    "defaultTags",
                    List.of("waldur", "env:prod"),
                    "defaultUserData",
                    "#cloud-config");
            Map<String, Object> attributes = new HashMap<>(Cloud.ATTRIBUTES);
            attributes.put("ssh_public_key", SampleKeys.SK_ED25519.line());
            new Host(
                            cloud,
                            () -> cloud.open(Settings.of(cloud.sandbox(), settings)),
                            Cloud.ordered("web", attributes, Map.of()))
                    .create();
            assertThat(cloud.sandbox().droplets().get(0).features()).contains("ipv6", "monitoring", "backups");
        }
    }

    @Test
    void requestThatIsNotDescribedIsFound() throws Exception {
        try (DigitalOceanSandbox sandbox = DigitalOceanSandbox.start()) {
            send(sandbox, "/v2/droplets?colour=red", "GET", "");
            send(sandbox, "/v2/droplets", "PUT", "{}");
            send(sandbox, "/v2/droplets", "POST", "{\"name\":\"web\",\"region\":5}");
            List<String> problems =
                    RequestContract.found().orElseThrow().problems(sandbox.log().all());
            assertThat(problems).anyMatch(problem -> problem.contains("colour"));
            assertThat(problems).anyMatch(problem -> problem.contains("method"));
            assertThat(problems).anyMatch(problem -> problem.contains("POST"));
        }
    }

    private static void send(DigitalOceanSandbox sandbox, String path, String method, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(sandbox.apiUrl().resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }
}
