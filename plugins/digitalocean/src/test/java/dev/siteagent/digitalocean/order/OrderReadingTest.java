package dev.siteagent.digitalocean.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.digitalocean.DigitalOceanSettings.BackupPolicy;
import dev.siteagent.digitalocean.Settings;
import dev.siteagent.digitalocean.api.DropletRequest;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceState;
import dev.siteagent.spi.Secret;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every attribute against every default. */
class OrderReadingTest {
    private static final Map<String, Object> DEFAULTS = Map.of(
            "token", Secret.of("t"),
            "defaultRegion", "ams3",
            "defaultImage", "ubuntu-22-04-x64",
            "defaultSize", "s-1vcpu-1gb");

    private static OrderedDroplet read(
            Map<String, Object> settings,
            Map<String, Object> attributes,
            Map<String, Object> options,
            Map<String, Long> limits)
            throws PermanentBackendException {
        Map<String, Object> all = new HashMap<>(DEFAULTS);
        settings.forEach((key, value) -> all.merge(key, value, (before, after) -> after.equals("-") ? null : after));
        Resource resource = new Resource(
                UUID.fromString("0a1b2c3d-0000-4000-8000-00000000000f"),
                "web",
                "",
                Optional.empty(),
                Optional.empty(),
                ResourceState.CREATING,
                new Resource.ProjectRef(UUID.randomUUID(), "p", "P", Optional.empty(), "c"),
                Optional.empty(),
                limits,
                attributes,
                options,
                Map.of(),
                Optional.empty());
        return new OrderReading(Settings.of(all)).read(resource);
    }

    private static OrderedDroplet read(Map<String, Object> settings, Map<String, Object> attributes)
            throws PermanentBackendException {
        return read(settings, attributes, Map.of(), Map.of());
    }

    private static Map<String, Object> of(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private record Row(Function<OrderedDroplet, Object> part) {}

    static Stream<Arguments> resolutions() {
        Row region = new Row(OrderedDroplet::region);
        Row image = new Row(OrderedDroplet::image);
        Row size = new Row(OrderedDroplet::size);
        Row userData = new Row(OrderedDroplet::userData);
        Row key = new Row(OrderedDroplet::key);
        Row vpc = new Row(droplet -> droplet.features().vpcUuid());
        Row backups = new Row(droplet -> droplet.features().backups());
        Row policy = new Row(droplet -> droplet.features().backupPolicy());
        Row project = new Row(droplet -> droplet.placement().projectId());
        Row waitFor = new Row(droplet -> droplet.placement().waitFor());
        Map<String, Object> daily = of("backupPolicy", new BackupPolicy("daily", null, 4));
        Map<String, Object> weekly = of("backup_plan", "weekly", "backup_weekday", " SUN ", "backup_hour", "20");
        String site = "4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71679";
        String own = "0B1C2D3E-dc3e-41f2-a18f-1b4d7ba71679";
        Row tags = new Row(droplet -> droplet.tags().subList(1, droplet.tags().size()));
        Map<String, Object> keyDefaults = of(
                "defaultSshKeyId",
                7L,
                "defaultSshKeyFingerprint",
                "aa",
                "defaultSshPublicKey",
                "k",
                "defaultSshKeyName",
                "site");
        return Stream.of(
                // region
                row(region, of(), of(), of(), "ams3"),
                row(region, of(), of("region", "fra1"), of(), "fra1"),
                row(region, of(), of("backend_region_id", "nyc3"), of(), "nyc3"),
                row(region, of(), of("region", "fra1", "backend_region_id", "nyc3"), of(), "nyc3"),
                row(region, of(), of("region", "fra1", "backend_region_id", ""), of(), "fra1"),
                row(region, of(), of("region", " ", "backend_region_id", null), of(), "ams3"),
                row(region, of(), of("region", ""), of("region", "sgp1"), "sgp1"),
                row(region, of(), of("region", "fra1"), of("region", "sgp1"), "fra1"),
                row(region, of(), of("region", "fra1"), of("backend_region_id", "sgp1"), "sgp1"),
                row(region, of(), of("region", " fra1 "), of(), "fra1"),
                row(region, of("defaultRegion", " ams3 "), of(), of(), "ams3"),
                // image
                row(image, of(), of(), of(), "ubuntu-22-04-x64"),
                row(image, of(), of("image", "debian-12-x64"), of(), "debian-12-x64"),
                row(image, of(), of("image", 129211873), of(), "129211873"),
                row(image, of(), of("image", 3169590176L), of(), "3169590176"),
                row(image, of(), of("image", "129211873"), of(), "129211873"),
                row(image, of(), of("image", new BigDecimal("129211873.0")), of(), "129211873"),
                row(image, of(), of("image", 1.29211873e8), of(), "129211873"),
                row(image, of(), of("image", "debian-12-x64", "backend_image_id", 5), of(), "5"),
                row(image, of(), of("image", "debian-12-x64", "backend_image_id", ""), of(), "debian-12-x64"),
                row(image, of(), of("backend_image_id", ""), of(), "ubuntu-22-04-x64"),
                // size
                row(size, of(), of(), of(), "s-1vcpu-1gb"),
                row(size, of(), of("size_slug", "c-2"), of(), "c-2"),
                row(size, of(), of("size_slug", "c-2", "size", "c-4"), of(), "c-4"),
                row(size, of(), of("size_slug", "c-2", "size", "c-4", "backend_size_id", "c-8"), of(), "c-8"),
                row(size, of(), of("size_slug", "c-2", "size", "c-4", "backend_size_id", ""), of(), "c-4"),
                row(size, of(), of("size_slug", "c-2", "size", "", "backend_size_id", " "), of(), "c-2"),
                // user data
                row(userData, of(), of(), of(), null),
                row(userData, of("defaultUserData", "#d"), of(), of(), "#d"),
                row(userData, of("defaultUserData", "#d"), of("cloud_init", "#c\né"), of(), "#c\né"),
                row(userData, of("defaultUserData", "#d"), of("cloud_init", "#c", "user_data", "#u"), of(), "#u"),
                row(userData, of("defaultUserData", "#d"), of("user_data", ""), of(), "#d"),
                row(userData, of("defaultUserData", " "), of(), of(), null),
                // keys
                row(key, of(), of(), of(), new KeyChoice.None()),
                row(key, keyDefaults, of(), of(), new KeyChoice.ById(7)),
                row(
                        key,
                        of("defaultSshKeyFingerprint", "aa", "defaultSshPublicKey", "k"),
                        of(),
                        of(),
                        new KeyChoice.ByFingerprint("aa")),
                row(
                        key,
                        of("defaultSshPublicKey", "k"),
                        of(),
                        of(),
                        new KeyChoice.ByPublicKey("k", "waldur-site-agent")),
                row(
                        key,
                        of("defaultSshPublicKey", "k", "defaultSshKeyName", "site"),
                        of(),
                        of(),
                        new KeyChoice.ByPublicKey("k", "site")),
                row(key, keyDefaults, of("ssh_public_key", "mine"), of(), new KeyChoice.ByPublicKey("mine", "site")),
                row(
                        key,
                        keyDefaults,
                        of("ssh_public_key", "mine", "ssh_key_name", "n"),
                        of(),
                        new KeyChoice.ByPublicKey("mine", "n")),
                row(
                        key,
                        keyDefaults,
                        of("ssh_key_fingerprint", "bb", "ssh_public_key", "mine"),
                        of(),
                        new KeyChoice.ByFingerprint("bb")),
                row(
                        key,
                        keyDefaults,
                        of("ssh_key_id", "3169590176", "ssh_key_fingerprint", "bb"),
                        of(),
                        new KeyChoice.ById(3169590176L)),
                row(key, keyDefaults, of("ssh_key_id", 9), of(), new KeyChoice.ById(9)),
                row(key, keyDefaults, of("ssh_key_id", ""), of(), new KeyChoice.ById(7)),
                row(
                        key,
                        keyDefaults,
                        of("ssh_public_key", "mine", "ssh_key_name", ""),
                        of(),
                        new KeyChoice.ByPublicKey("mine", "site")),
                row(
                        key,
                        of("defaultSshKeyName", " "),
                        of("ssh_public_key", "mine"),
                        of(),
                        new KeyChoice.ByPublicKey("mine", "waldur-site-agent")),
                row(
                        key,
                        of("defaultSshKeyFingerprint", " ", "defaultSshPublicKey", ""),
                        of(),
                        of(),
                        new KeyChoice.None()),
                // VPC
                row(vpc, of(), of(), of(), null),
                row(vpc, of("vpcUuid", "site"), of(), of(), "site"),
                row(vpc, of("vpcUuid", " "), of(), of(), null),
                row(vpc, of("vpcUuid", "site"), of("vpc_uuid", "own"), of(), "own"),
                row(vpc, of("vpcUuid", "site"), of("vpc_uuid", ""), of("vpc_uuid", "option"), "option"),
                row(vpc, of("vpcUuid", "site"), of("vpc_uuid", " "), of(), "site"),
                // backups
                row(backups, of(), of(), of(), null),
                row(backups, of("backups", true), of(), of(), true),
                row(backups, of("backups", true), of("backups", false), of(), false),
                row(backups, of("backups", false), of("backups", "true"), of(), true),
                row(backups, of("backups", true), of("backups", ""), of(), true),
                row(backups, of(), of("backup_plan", "daily"), of(), true),
                row(backups, of(), of("backup_plan", "daily", "backups", false), of(), false),
                row(policy, of("backups", true), of(), of(), null),
                row(policy, daily, of(), of(), new DropletRequest.BackupPolicy("daily", null, 4)),
                row(policy, daily, weekly, of(), new DropletRequest.BackupPolicy("weekly", "SUN", 20)),
                row(policy, daily, of(), weekly, new DropletRequest.BackupPolicy("weekly", "SUN", 20)),
                row(policy, daily, of("backup_plan", ""), of(), new DropletRequest.BackupPolicy("daily", null, 4)),
                row(
                        policy,
                        of(),
                        of("backup_plan", "daily", "backup_weekday", "", "backup_hour", 0),
                        of(),
                        new DropletRequest.BackupPolicy("daily", null, 0)),
                row(policy, daily, of("backups", false, "backup_plan", "weekly"), of(), null),
                row(policy, daily, of("backup_hour", 8), of(), new DropletRequest.BackupPolicy("daily", null, 8)),
                row(
                        policy,
                        of("backupPolicy", new BackupPolicy("weekly", "SUN", 4)),
                        of("backup_weekday", "MON"),
                        of(),
                        new DropletRequest.BackupPolicy("weekly", "MON", 4)),
                // project
                row(project, of(), of(), of(), null),
                row(project, of("projectId", site), of(), of(), site),
                row(project, of("projectId", " "), of(), of(), null),
                row(project, of("projectId", site), of("project_id", " " + own), of(), own),
                row(project, of("projectId", site), of("project_id", ""), of(), site),
                // in service
                row(waitFor, of(), of(), of(), WaitFor.ACTIVE),
                row(waitFor, of("waitFor", "port:22"), of(), of(), new WaitFor(22)),
                row(waitFor, of("waitFor", "port:22"), of("wait_for", "active"), of(), WaitFor.ACTIVE),
                row(waitFor, of("waitFor", "port:22"), of("wait_for", "port:443"), of(), new WaitFor(443)),
                row(waitFor, of("waitFor", "port:22"), of("wait_for", ""), of("wait_for", "port:80"), new WaitFor(80)),
                row(waitFor, of("waitFor", "port:22"), of("wait_for", ""), of(), new WaitFor(22)),
                // tags
                row(tags, of(), of(), of(), List.of()),
                row(
                        tags,
                        of("defaultTags", List.of("waldur")),
                        of("tags", List.of("web", 5)),
                        of(),
                        List.of("waldur", "web", "5")),
                row(tags, of("defaultTags", List.of("waldur")), of("tags", "web"), of(), List.of("waldur", "web")),
                row(
                        tags,
                        of("defaultTags", List.of("waldur")),
                        of("tags", List.of()),
                        of("tags", List.of("o")),
                        List.of("waldur", "o")),
                row(tags, of("firewallTags", List.of("fw")), of("tags", List.of("web")), of(), List.of("web", "fw")),
                row(
                        tags,
                        of("firewallTags", List.of("fw")),
                        of("firewall_tags", List.of("own")),
                        of(),
                        List.of("own")));
    }

    private static Arguments row(
            Row row,
            Map<String, Object> settings,
            Map<String, Object> attributes,
            Map<String, Object> options,
            Object expected) {
        return Arguments.of(row, settings, attributes, options, expected);
    }

    @ParameterizedTest
    @MethodSource("resolutions")
    void everyPartIsResolved(
            Row row,
            Map<String, Object> settings,
            Map<String, Object> attributes,
            Map<String, Object> options,
            Object expected)
            throws PermanentBackendException {
        assertThat(row.part().apply(read(settings, attributes, options, Map.of())))
                .isEqualTo(expected);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(of("defaultRegion", "-"), of(), "no region"),
                Arguments.of(of("defaultImage", "-"), of(), "no image"),
                Arguments.of(of("defaultSize", "-"), of(), "no size"),
                Arguments.of(of("defaultRegion", "-"), of("region", "  "), "default_region"),
                Arguments.of(of("defaultRegion", " "), of(), "no region"),
                Arguments.of(of("defaultImage", ""), of("backend_image_id", ""), "no image"),
                Arguments.of(of("defaultSize", " "), of("backend_size_id", ""), "no size"),
                Arguments.of(of(), of("backup_plan", "weekly", "backup_weekday", "Sunday"), "backup_weekday"),
                Arguments.of(of(), of("backup_plan", "weekly", "backup_hour", 3), "backup_hour"),
                Arguments.of(of(), of("wait_for", "ssh"), "wait_for"),
                Arguments.of(of(), of("region", List.of("fra1")), "attribute region"),
                Arguments.of(of(), of("image", true), "attribute image"),
                Arguments.of(of(), of("image", Double.POSITIVE_INFINITY), "attribute image"),
                Arguments.of(of(), of("image", Double.NaN), "attribute image"),
                Arguments.of(of(), of("image", new BigDecimal("1e999999999")), "attribute image"),
                Arguments.of(of(), of("ssh_key_id", Float.NEGATIVE_INFINITY), "attribute ssh_key_id"),
                Arguments.of(of(), of("tags", List.of(Double.NaN)), "attribute tags"),
                Arguments.of(of(), of("size", Map.of("a", "b")), "attribute size"),
                Arguments.of(of(), of("ssh_key_id", "mine"), "'mine'"),
                Arguments.of(of(), of("ssh_key_id", true), "attribute ssh_key_id"),
                Arguments.of(of(), of("ssh_key_id", -5), "'-5'"),
                Arguments.of(of(), of("tags", List.of(List.of("x"))), "attribute tags"),
                Arguments.of(of(), of("tags", List.of("no good")), "'no good'"),
                Arguments.of(of(), of("ipv6", "perhaps"), "attribute ipv6"),
                Arguments.of(of(), of("wait_for", "port:70000"), "port:70000"),
                Arguments.of(of(), of("project_id", "../droplets"), "project_id"),
                Arguments.of(of("projectId", "mine"), of(), "project_id in backend_settings"),
                Arguments.of(of(), of("backup_plan", "weekly", "backup_hour", "99999999999"), "backup_hour"),
                Arguments.of(of(), of("backup_plan", "hourly"), "backup_plan"),
                Arguments.of(of(), of("backup_hour", 8), "backup_plan"),
                Arguments.of(of(), of("backups", true, "backup_weekday", "MON"), "backup_plan"),
                Arguments.of(of(), of("user_data", "x".repeat(65_537)), "64 KiB"),
                Arguments.of(of(), of("user_data", "é".repeat(32_769)), "64 KiB"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatIsMissingOrWrongFailsTheOrderAndIsNamed(
            Map<String, Object> settings, Map<String, Object> attributes, String named) {
        assertThatThrownBy(() -> read(settings, attributes))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining(named);
    }

    @Test
    void sizeIsThatOfTheAttributeThenTheDefaultThenTheLimits() throws Exception {
        Map<String, Object> mapping = of("sizeMapping", Map.of("s-2vcpu-4gb", Map.of("cpu", 2L)));
        Map<String, Object> noDefault = of("sizeMapping", Map.of("s-2vcpu-4gb", Map.of("cpu", 2L)), "defaultSize", "-");
        assertThat(read(mapping, of("size", "c-2"), of(), Map.of("cpu", 2L)).size())
                .isEqualTo("c-2");
        assertThat(read(mapping, of(), of(), Map.of("cpu", 2L)).size()).isEqualTo("s-1vcpu-1gb");
        assertThat(read(noDefault, of(), of(), Map.of("cpu", 2L)).size()).isEqualTo("s-2vcpu-4gb");
        assertThatThrownBy(() -> read(noDefault, of(), of(), Map.of("cpu", 3L)))
                .hasMessageContaining("On offer: s-2vcpu-4gb (cpu=2)");
    }

    @Test
    void featuresAreOffUnlessAskedFor() throws Exception {
        assertThat(read(of(), of()).features()).isEqualTo(DropletRequest.Features.NONE);
        OrderedDroplet asked = read(
                of(
                        "ipv6",
                        true,
                        "monitoring",
                        true,
                        "vpcUuid",
                        "v",
                        "backupPolicy",
                        new BackupPolicy("daily", null, 4)),
                of("monitoring", "false", "droplet_agent", true));
        assertThat(asked.features())
                .isEqualTo(new DropletRequest.Features(
                        true, new DropletRequest.BackupPolicy("daily", null, 4), true, false, true, null, "v"));
        assertThat(read(of("backupPolicy", new BackupPolicy("daily", null, 4)), of("backups", false))
                        .features()
                        .backupPolicy())
                .isNull();
    }

    @Test
    void nothingSecretIsShown() throws Exception {
        OrderedDroplet droplet = read(of(), of("user_data", "password: hush"));
        assertThat(droplet.toString()).doesNotContain("hush");
    }
}
