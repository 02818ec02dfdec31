package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.digitalocean.keys.SampleKeys;
import dev.siteagent.sandbox.digitalocean.Image;
import dev.siteagent.sandbox.digitalocean.Region;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Diagnosis.Finding;
import dev.siteagent.spi.Diagnosis.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DiagnosticsTest {
    private static final Map<String, Object> GOOD = Map.of(
            "defaultRegion", "fra1",
            "defaultImage", "ubuntu-24-04-x64",
            "defaultSize", "s-1vcpu-1gb",
            "sizeMapping", Map.of("s-2vcpu-4gb", Map.of("cpu", 2L)));

    private final Cloud cloud = new Cloud();

    @AfterEach
    void close() {
        cloud.close();
    }

    private Diagnosis diagnose(Map<String, Object> settings) throws InterruptedException {
        return cloud.open(Settings.of(cloud.sandbox(), settings)).diagnose();
    }

    private static void assertFinds(Diagnosis diagnosis, Level level, String... words) {
        assertThat(diagnosis.findings()).anySatisfy(finding -> {
            assertThat(finding.level()).isEqualTo(level);
            assertThat(finding.text()).contains(words);
        });
    }

    @Test
    void healthyAccountHasNothingBadAndNothingIsChanged() throws Exception {
        cloud.sandbox().addDroplet("one");
        Diagnosis diagnosis = diagnose(GOOD);
        assertThat(diagnosis.findings()).extracting(Finding::level).containsOnly(Level.GOOD);
        assertFinds(
                diagnosis, Level.GOOD, "Account " + cloud.sandbox().account().teamUuid());
        assertFinds(diagnosis, Level.GOOD, "1 of at most 10000 droplets");
        assertFinds(diagnosis, Level.GOOD, "requests an hour are left", "5000");
        assertFinds(diagnosis, Level.GOOD, "Write scopes", "unknown");
        assertThat(cloud.sandbox().log().count(Requests.writes())).isZero();
    }

    @Test
    void defaultsThatDoNotExistAreNamedWithWhatToChange() throws Exception {
        Diagnosis diagnosis = diagnose(Map.of(
                "defaultRegion", "nowhere",
                "defaultImage", "plan-9",
                "defaultSize", "huge",
                "defaultSshKeyId", 17L));
        assertFinds(diagnosis, Level.BAD, "region nowhere", "default_region", "fra1");
        assertFinds(diagnosis, Level.BAD, "image plan-9", "default_image");
        assertFinds(diagnosis, Level.BAD, "size huge", "default_size");
        assertFinds(diagnosis, Level.BAD, "SSH key 17", "default_ssh_key_id");
        assertThat(diagnosis.healthy()).isFalse();
    }

    @Test
    void closedRegionIsBad() throws Exception {
        cloud.sandbox().catalogue().put(new Region("fra1", "Frankfurt 1", false));
        assertFinds(diagnose(GOOD), Level.BAD, "fra1", "closed");
    }

    @Test
    void imageAndSizesThatTheRegionDoesNotHaveAreNamedWithWhatToChange() throws Exception {
        cloud.sandbox()
                .catalogue()
                .put(new Image(4711, "site-image", "Site", "Debian", List.of("nyc3"), 10, "snapshot"));
        Map<String, Object> settings = new HashMap<>(GOOD);
        settings.put("defaultImage", "site-image");
        settings.put("defaultSize", "g-2vcpu-8gb");
        assertFinds(diagnose(settings), Level.BAD, "image site-image", "region fra1", "default_image");
        assertFinds(diagnose(settings), Level.BAD, "size g-2vcpu-8gb", "region fra1", "default_region");

        Map<String, Object> mapped = new HashMap<>(GOOD);
        mapped.put("sizeMapping", Map.of("g-2vcpu-8gb", Map.of("cpu", 2L)));
        assertFinds(diagnose(mapped), Level.WARNING, "size g-2vcpu-8gb", "region fra1");
    }

    @Test
    void usedUpDropletLimitIsAWarning() throws Exception {
        cloud.sandbox().addDroplet("one");
        cloud.sandbox().habits().dropletLimit(1);
        assertFinds(diagnose(GOOD), Level.WARNING, "1 of at most 1", "raise the limit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "account:read",
                "droplet:read",
                "tag:read",
                "actions:read",
                "ssh_key:read",
                "regions:read",
                "image:read",
                "sizes:read"
            })
    void missingReadScopeIsNamedAndTheOthersAreTriedAllTheSame(String scope) throws Exception {
        cloud.sandbox().lack(cloud.sandbox().token(), scope);
        assertThat(diagnose(GOOD).findings())
                .filteredOn(finding -> finding.level() == Level.BAD)
                .singleElement()
                .satisfies(finding -> assertThat(finding.text()).contains("the scope " + scope + ","));
    }

    @Test
    void allMissingReadScopesAreNamedAtOnce() throws Exception {
        cloud.sandbox().lack(cloud.sandbox().token(), "account:read", "droplet:read", "tag:read");
        Diagnosis diagnosis = diagnose(GOOD);
        assertFinds(diagnosis, Level.BAD, "scope account:read");
        assertFinds(diagnosis, Level.BAD, "scope droplet:read");
        assertFinds(diagnosis, Level.BAD, "scope tag:read");
    }

    @Test
    void defaultPublicKeyThatIsNoneIsBadAndNotRepeated() throws Exception {
        Diagnosis diagnosis = diagnose(Map.of("defaultSshPublicKey", "ssh-ed25519 AAAAsecret"));
        assertFinds(diagnosis, Level.BAD, "default_ssh_public_key");
        assertThat(diagnosis.toString()).doesNotContain("AAAAsecret");
        assertFinds(
                diagnose(Map.of("defaultSshPublicKey", SampleKeys.ED25519.line())),
                Level.GOOD,
                SampleKeys.ED25519.fingerprint());
    }

    @Test
    void badTokenIsBadAndNotShown() throws Exception {
        cloud.sandbox().revoke(cloud.sandbox().token());
        Diagnosis diagnosis = diagnose(GOOD);
        assertFinds(diagnosis, Level.BAD, "token is not accepted");
        assertThat(diagnosis.toString()).doesNotContain(cloud.sandbox().token());
    }
}
