package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.SamplePlugins.BatchSettings;
import dev.siteagent.core.config.SamplePlugins.CloudComponent;
import dev.siteagent.core.config.SamplePlugins.CloudSettings;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What good input becomes. */
class ConfigurationValuesTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    private ConfigurationFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = new ConfigurationFixture(folder);
    }

    @Test
    void theTopHasTheDefaultsOfThePublicContract() throws IOException {
        AgentConfiguration configuration = fixture.read(GOOD).configuration().orElseThrow();

        assertThat(configuration.timezone()).isEqualTo(ZoneId.of("UTC"));
        assertThat(configuration.globalProxy()).isEmpty();
        assertThat(configuration.logLevel()).isEqualTo("INFO");
        assertThat(configuration.reportingPeriods()).isEqualTo(2);
        assertThat(configuration.exposeBackendErrorDetails()).isTrue();
        assertThat(configuration.logShipping()).isEqualTo(new LogShipping(false, 60, 1, "WARNING"));
        assertThat(configuration.sentryDsn()).isEmpty();
        assertThat(configuration.elasticApmServerUrl()).isEmpty();
        assertThat(configuration.services()).isEmpty();
        assertThat(configuration.pluginsWatch()).isFalse();
        assertThat(configuration.http()).isEqualTo(new HttpConfiguration("127.0.0.1", 0));
        assertThat(configuration.disabled()).isEmpty();
    }

    @Test
    void theTopIsReadInFull() throws IOException {
        AgentConfiguration configuration =
                fixture.read(GOOD + """
                        timezone: Europe/Tallinn
                        global_proxy: http://proxy.example.com:3128
                        log_level: debug
                        log_levels: {orders: warning, org.apache.http: ERROR}
                        reporting_periods: 12
                        expose_backend_error_details: no
                        log_shipping: {enabled: on, ship_interval_seconds: 10, buffer_size_mb: 2, log_level: error}
                        sentry_dsn: https://key@sentry.example.com/1
                        elastic_apm_server_url: https://apm.example.com:8200
                        services:
                          - {type: bridge, namespace: hobby, workers: 2}
                        plugins: {watch: yes}
                        http: {bind: 0.0.0.0, port: 8080}
                        """).configuration().orElseThrow();

        assertThat(configuration.timezone()).isEqualTo(ZoneId.of("Europe/Tallinn"));
        assertThat(configuration.globalProxy()).contains(URI.create("http://proxy.example.com:3128"));
        assertThat(configuration.logLevel()).isEqualTo("DEBUG");
        assertThat(configuration.logLevels())
                .isEqualTo(Map.of("dev.siteagent.core.orders", "WARNING", "org.apache.http", "ERROR"));
        assertThat(configuration.reportingPeriods()).isEqualTo(12);
        assertThat(configuration.exposeBackendErrorDetails()).isFalse();
        assertThat(configuration.logShipping()).isEqualTo(new LogShipping(true, 10, 2, "ERROR"));
        assertThat(configuration.sentryDsn()).contains(Secret.of("https://key@sentry.example.com/1"));
        assertThat(configuration.elasticApmServerUrl()).contains(URI.create("https://apm.example.com:8200"));
        assertThat(configuration.services())
                .extracting(ServiceConfiguration::settings)
                .containsExactly(new SamplePlugins.BridgeSettings("hobby", 2));
        assertThat(configuration.pluginsWatch()).isTrue();
        assertThat(configuration.http()).isEqualTo(new HttpConfiguration("0.0.0.0", 8080));
    }

    @Test
    void servicesNeedNoOfferingBesideThem() throws IOException {
        AgentConfiguration configuration = fixture.read("""
                        offerings: []
                        services:
                          - {type: bridge, namespace: hobby, workers: 2}
                        """).configuration().orElseThrow();

        assertThat(configuration.offerings()).isEmpty();
        assertThat(configuration.services()).hasSize(1);
    }

    @Test
    void badServiceWithoutOfferingsLeavesNothingToRun() throws IOException {
        assertThat(fixture.read("""
                        offerings: []
                        services:
                          - {type: nothing}
                        """).configuration()).isEmpty();
    }

    @Test
    void emptySettingsOfTheTopAreAsIfMissing() throws IOException {
        ConfigurationResult result = fixture.read(GOOD + """
                sentry_dsn: ""
                elastic_apm_server_url: ''
                global_proxy: ""
                log_level:
                log_shipping:
                http:
                services:
                """);

        assertThat(result.problems()).isEmpty();
        assertThat(result.configuration().orElseThrow().sentryDsn()).isEmpty();
        assertThat(result.configuration().orElseThrow().globalProxy()).isEmpty();
    }

    @Test
    void anOfferingHasTheDefaultsOfThePublicContract() throws IOException {
        OfferingConfiguration offering = fixture.offering(GOOD);

        assertThat(offering.name()).isEqualTo("VM");
        assertThat(offering.waldurApiUrl()).isEqualTo(URI.create("https://waldur.example.com/api/"));
        assertThat(offering.credentials()).isEqualTo(new WaldurCredentials.Token(Secret.of("waldur-token-value")));
        assertThat(offering.uuidAsWritten()).isEqualTo(ConfigurationFixture.UUID);
        assertThat(offering.uuid()).isEqualTo(UUID.fromString("2c0bb6a3-b4a9-4f3e-9d3f-6c1a5f4b7e10"));
        assertThat(offering.usernameBackend()).isEqualTo("base");
        assertThat(offering.usernameBinding().settings()).isEqualTo(new NoSettings());
        assertThat(offering.common()).isEqualTo(CommonSettings.defaults());
        assertThat(offering.components()).isEmpty();
        assertThat(offering.websocketUseTls()).isTrue();
        assertThat(offering.stompEnabled()).isFalse();
        assertThat(offering.stompMembershipSyncEnabled()).isFalse();
        assertThat(offering.stompWsHost()).isEmpty();
        assertThat(offering.stompWsPort()).isEmpty();
        assertThat(offering.stompWsPath()).isEmpty();
        assertThat(offering.resourceImportEnabled()).isFalse();
        assertThat(offering.usernameReconciliationEnabled()).isFalse();
        assertThat(offering.verifySsl()).isTrue();
        assertThat(offering.orderConcurrency()).isEqualTo(8);
        assertThat(offering.orderWaitMinutes()).isEqualTo(30);
    }

    @Test
    void anOfferingIsReadInFull() throws IOException {
        OfferingConfiguration offering = fixture.offering("""
                offerings:
                  - name: " VM "
                    waldur_api_url: http://localhost:8081/api
                    waldur_api_token: ''
                    oidc_token_url: https://id.example.com/token
                    oidc_client_id: agent
                    oidc_client_secret: oidc-secret-value
                    waldur_offering_uuid: 2C0BB6A3-b4a9-4f3e-9d3f-6c1a5f4b7e10
                    backend_type: Plain
                    order_processing_backend: CLOUD
                    membership_sync_backend:
                    username_management_backend: names
                    websocket_use_tls: false
                    stomp_enabled: true
                    stomp_ws_host: events.example.com
                    stomp_ws_port: 443
                    stomp_ws_path: /rmqws
                    resource_import_enabled: true
                    username_reconciliation_enabled: true
                    verify_ssl: off
                    order_concurrency: 2
                    order_wait_minutes: 5
                    backend_settings:
                      token: x
                      username_prefix: u_
                      check_backend_id_uniqueness: true
                      check_all_offerings: true
                      backend_id_max_retries: 3
                      soft_delete: true
                      allocation_prefix: a_
                      project_prefix: p_
                      customer_prefix: c_
                """);

        assertThat(offering.name()).isEqualTo("VM");
        assertThat(offering.waldurApiUrl()).isEqualTo(URI.create("http://localhost:8081/api/"));
        assertThat(offering.credentials())
                .isEqualTo(new WaldurCredentials.Oidc(
                        URI.create("https://id.example.com/token"), "agent", Secret.of("oidc-secret-value")));
        assertThat(offering.uuidAsWritten()).isEqualTo("2C0BB6A3-b4a9-4f3e-9d3f-6c1a5f4b7e10");
        assertThat(offering.uuid()).isEqualTo(UUID.fromString("2c0bb6a3-b4a9-4f3e-9d3f-6c1a5f4b7e10"));
        assertThat(offering.backendType()).isEqualTo("plain");
        assertThat(offering.orderProcessingBackend()).contains("cloud");
        assertThat(offering.membershipSyncBackend()).isEmpty();
        assertThat(offering.reportingBackend()).isEmpty();
        assertThat(offering.usernameBackend()).isEqualTo("names");
        assertThat(offering.usernameBinding().settings()).isEqualTo(new SamplePlugins.NamesSettings("u_"));
        assertThat(offering.backends()).containsOnlyKeys("plain", "cloud");
        assertThat(offering.common()).isEqualTo(new CommonSettings(true, true, 3, true, "a_", "p_", "c_"));
        assertThat(offering.websocketUseTls()).isFalse();
        assertThat(offering.stompEnabled()).isTrue();
        assertThat(offering.stompMembershipSyncEnabled()).isTrue();
        assertThat(offering.stompWsHost()).contains("events.example.com");
        assertThat(offering.stompWsPort()).contains(443);
        assertThat(offering.stompWsPath()).contains("/rmqws");
        assertThat(offering.resourceImportEnabled()).isTrue();
        assertThat(offering.usernameReconciliationEnabled()).isTrue();
        assertThat(offering.verifySsl()).isFalse();
        assertThat(offering.orderConcurrency()).isEqualTo(2);
        assertThat(offering.orderWaitMinutes()).isEqualTo(5);
    }

    @Test
    void withoutAnyModeKeyEachModeHasTheBackendType() throws IOException {
        OfferingConfiguration offering = fixture.offering(GOOD);

        assertThat(offering.orderProcessingBackend()).contains("cloud");
        assertThat(offering.membershipSyncBackend()).contains("cloud");
        assertThat(offering.reportingBackend()).contains("cloud");
    }

    @ParameterizedTest
    @CsvSource({
        "order_processing_backend: cloud,true",
        "order_processing_backend:,false",
        "order_processing_backend: '',false"
    })
    void oneModeKeyTurnsTheOthersOff(String line, boolean ordersOn) throws IOException {
        OfferingConfiguration offering = fixture.offering(GOOD + "    " + line + "\n");

        assertThat(offering.orderProcessingBackend().isPresent()).isEqualTo(ordersOn);
        assertThat(offering.membershipSyncBackend()).isEmpty();
        assertThat(offering.reportingBackend()).isEmpty();
    }

    @Test
    void everyBackendThatAModeNamesIsBoundToItsOwnClass() throws IOException {
        OfferingConfiguration offering =
                fixture.offering(GOOD + "      queue: fast\n      priority: 9\n    reporting_backend: batch\n");

        assertThat(offering.backends().get("cloud").settings()).isInstanceOf(CloudSettings.class);
        BatchSettings batch = (BatchSettings) offering.backends().get("batch").settings();
        assertThat(batch.getQueue()).isEqualTo("fast");
        assertThat(batch.getPriority()).isEqualTo(9);
    }

    @Test
    void componentsHaveTheirKeysAndThePluginItsOwn() throws IOException {
        OfferingConfiguration offering = fixture.offering(GOOD + """
                    backend_components:
                      cpu:
                        measured_unit: k-Hours
                        unit_factor: 60000
                        unit_factor_reporting: 0.5
                        accounting_type: usage
                        label: CPU
                        limit: 10
                        description: Time
                        min_value: 1
                        max_value: 100
                        max_available_limit: 1000
                        default_limit: 5
                        limit_period: quarterly
                        article_code: 0042
                        is_boolean: no
                        is_prepaid: true
                        min_prepaid_duration: 1
                        max_prepaid_duration: 12
                        prepaid_duration_step: 1
                        min_renewal_duration: 2
                        max_renewal_duration: 24
                        renewal_duration_step: 2
                        overcommit: 4
                      disk: {measured_unit: GB, accounting_type: one, label: Disk}
                """);

        assertThat(offering.components().keySet()).containsExactly("cpu", "disk");
        assertThat(offering.components().get("cpu"))
                .isEqualTo(new ComponentConfiguration(
                        "k-Hours",
                        AccountingType.USAGE,
                        "CPU",
                        new BigDecimal("60000"),
                        Optional.of(new BigDecimal("0.5")),
                        Optional.of(new BigDecimal("10")),
                        Optional.of("Time"),
                        Optional.of(1L),
                        Optional.of(100L),
                        Optional.of(1000L),
                        Optional.of(5L),
                        Optional.of(LimitPeriod.QUARTERLY),
                        Optional.of("0042"),
                        Optional.of(false),
                        Optional.of(true),
                        Optional.of(1),
                        Optional.of(12),
                        Optional.of(1),
                        Optional.of(2),
                        Optional.of(24),
                        Optional.of(2)));
        Object own = offering.backends().get("cloud").componentSettings().get("cpu");
        assertThat(own).isEqualTo(new CloudComponent(4));
        Component disk = offering.components().get("disk").toSpi("disk", own);
        assertThat(disk)
                .isEqualTo(new Component(
                        "disk",
                        "Disk",
                        "GB",
                        Component.Accounting.ONE_TIME,
                        BigDecimal.ONE,
                        BigDecimal.ONE,
                        true,
                        new CloudComponent(4)));
    }

    @Test
    void settingsOfAPluginAreMadeWithItsClassLoaderAsContext() throws IOException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        OfferingConfiguration offering = fixture.offering(
                GOOD.replace("backend_type: cloud", "backend_type: isolated").replace("token: cloud", "name: cloud"));

        Object settings = offering.backends().get("isolated").settings();
        assertThat(settings.getClass().getClassLoader()).isNotSameAs(getClass().getClassLoader());
        assertThat(settings).hasToString("IsolatedSettings[name=cloud-token-value, contextIsOwn=true]");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    @Test
    void settingsThatAreNeverMadeCostTheirOfferingsAndNothingElse() throws IOException {
        fixture.longestMaking = Duration.ofMillis(200);
        String hangs = GOOD.replace("offerings:\n", "")
                .replace("backend_type: cloud", "backend_type: isolated")
                .replace("token: cloud-token-value", "name: hang");

        AgentConfiguration configuration = fixture.read(GOOD
                        + hangs.replace("name: VM", "name: first")
                                .replace(ConfigurationFixture.UUID, "3" + ConfigurationFixture.UUID.substring(1))
                        + hangs.replace("name: VM", "name: second")
                                .replace(ConfigurationFixture.UUID, "4" + ConfigurationFixture.UUID.substring(1)))
                .configuration()
                .orElseThrow();

        assertThat(configuration.offerings())
                .extracting(OfferingConfiguration::name)
                .containsExactly("VM");
        assertThat(configuration.disabled()).hasSize(2).allSatisfy(bad -> assertThat(bad.reason())
                .contains("IsolatedSettings", "it hangs"));
    }
}
