package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets of the file are in no problem, no report and no text of an object. */
class ConfigurationSecrecyTest {
    private static final String SECRET = "s3cr3t-v4lue";

    @TempDir
    private Path folder;

    private List<String> everythingSaid(ConfigurationResult result) {
        List<String> said = new ArrayList<>();
        result.problems().forEach(problem -> said.add(problem.toString()));
        said.add(new ConfigurationReport(folder.resolve("site-agent.yaml"), result).text());
        said.add(result.toString());
        result.configuration().ifPresent(configuration -> {
            said.add(configuration.toString());
            configuration.offerings().forEach(offering -> said.add(offering.toString()));
            configuration.services().forEach(service -> said.add(service.toString()));
        });
        return said;
    }

    @Test
    void secretsOfAGoodFileAreHidden() throws IOException {
        ConfigurationFixture fixture = new ConfigurationFixture(folder);
        fixture.environment.put("REGION", SECRET);
        ConfigurationResult result = fixture.read("""
                offerings:
                  - name: VM
                    waldur_api_url: https://waldur.example.com/api/
                    oidc_token_url: https://id.example.com/token
                    oidc_client_id: agent
                    oidc_client_secret: SECRET
                    waldur_offering_uuid: 2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10
                    backend_type: cloud
                    backend_settings:
                      token: SECRET
                      default_region: ${env:REGION}
                      webhook_password: SECRET
                      api_url: https://me:SECRET@api.example.com/
                      extra: {api_key: SECRET, nested: {secrets: [SECRET]}}
                sentry_dsn: https://SECRET@sentry.example.com/1
                global_proxy: http://me:SECRET@proxy.example.com
                services:
                  - {type: bridge, namespace: SECRET}
                """.replace("SECRET", SECRET));

        assertThat(result.problems()).isEmpty();
        assertThat(result.configuration()).isPresent();
        assertThat(everythingSaid(result)).allSatisfy(text -> assertThat(text).doesNotContain(SECRET));
        BackendBinding binding =
                result.configuration().get().offerings().get(0).backends().get("cloud");
        assertThat(binding.raw())
                .containsEntry("token", Secret.of(SECRET))
                .containsEntry("default_region", Secret.of(SECRET))
                .containsEntry("webhook_password", Secret.of(SECRET))
                .containsEntry(
                        "extra",
                        Map.of("api_key", Secret.of(SECRET), "nested", Map.of("secrets", List.of(Secret.of(SECRET)))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token: [SECRET]",
                "token: {a: SECRET}",
                "token: 'SECRET",
                "token: \"SECRET\\q\"",
                "token: *SECRET",
                "token: !SECRET x",
                "token: !SECRET!x y",
                "token: SECRET: x",
                "token: @SECRET",
                "token: %SECRET",
                "token: &SECRET",
                "token: SECRET\n\tx: y",
                "token: SECRET\n   x: y",
                "token: [SECRET",
                "token: |SECRET",
                "? [SECRET]\n      : x",
                "default_region: nowhere\n      token: SECRET",
                "webhook_password: {SECRET: SECRET, x: [SECRET]}",
                "ssh_key_id: ${env:VALUE}",
                "tier: ${env:VALUE}",
                "retries: ${env:VALUE}",
                "monitoring: ${env:VALUE}",
                "boot_wait: ${env:VALUE}",
                "api_url: 'https://me:SECRET@bad host/'",
                "extra: {password: &SECRET SECRET, b: *SECRETx}",
                "token: SECRET\u0007",
                "token: SECRET\n--- SECRET",
            })
    void secretsOfABadFileAreHidden(String settings) throws IOException {
        ConfigurationFixture fixture = new ConfigurationFixture(folder);
        fixture.environment.put("VALUE", SECRET);
        String yaml = ConfigurationFixture.GOOD.replace("token: cloud-token-value", settings.replace("SECRET", SECRET));

        ConfigurationResult result = fixture.read(yaml);

        assertThat(result.problems()).isNotEmpty();
        assertThat(everythingSaid(result)).allSatisfy(text -> assertThat(text).doesNotContain(SECRET));
    }

    @Test
    void secretsAreTheValuesOfSensitiveKeysAndSecretSettingsAndPasswordsInUrls() throws IOException {
        ConfigurationFixture fixture = new ConfigurationFixture(folder);
        fixture.environment.put("REGION", "region-of-the-environment");
        fixture.environment.put("TOKEN", "token-of-the-environment");
        ConfigurationResult result = fixture.read("""
                offerings:
                  - name: VM
                    waldur_api_url: https://waldur.example.com/api/
                    oidc_token_url: https://id.example.com/token
                    oidc_client_id: agent
                    oidc_client_secret: secret-of-oidc
                    waldur_offering_uuid: 2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10
                    backend_type: cloud
                    backend_settings:
                      token: ${env:TOKEN}
                      default_region: ${env:REGION}
                      monitoring: true
                      webhook_password: 20815471
                      api_url: https://me:secret%2Dof%2Durl@api.example.com/
                      extra: {api_key: secret-in-extra, nested: {secrets: [secret-in-list, '']}}
                  - name: disabled
                    backend_type: nowhere
                    backend_settings: {token: secret-of-disabled, hide_token: false}
                sentry_dsn: https://key@sentry.example.com/1
                global_proxy: http://me:secret-of-proxy@proxy.example.com
                services:
                  - {type: bridge, namespace: here, kube_token: secret-of-service}
                """);

        assertThat(result.configuration()).isPresent();
        assertThat(result.secrets())
                .extracting(Secret::reveal)
                .containsExactlyInAnyOrder(
                        "secret-of-oidc",
                        "token-of-the-environment",
                        "20815471",
                        "secret%2Dof%2Durl",
                        "secret-of-url",
                        "secret-in-extra",
                        "secret-in-list",
                        "secret-of-disabled",
                        "https://key@sentry.example.com/1",
                        "secret-of-proxy",
                        "secret-of-service");
    }

    @Test
    void settingThatIsASecretByItsTypeAloneIsOne() throws IOException {
        ConfigurationResult result = new ConfigurationFixture(folder)
                .read(ConfigurationFixture.GOOD
                        .replace("backend_type: cloud", "backend_type: keyed")
                        .replace("token: cloud-token-value", "entrance: sesame-open"));

        assertThat(result.configuration()).isPresent();
        assertThat(result.secrets()).contains(Secret.of("sesame-open"));
    }

    @Test
    void secretsAreKnownAlsoWhenNothingCanRun() throws IOException {
        ConfigurationResult result = new ConfigurationFixture(folder).read("""
                offerings:
                  - {name: VM, backend_type: nowhere, waldur_api_token: secret-of-waldur}
                global_proxy: [http://me:secret-of-proxy@proxy.example.com]
                """);

        assertThat(result.configuration()).isEmpty();
        assertThat(result.secrets())
                .containsExactlyInAnyOrder(Secret.of("secret-of-waldur"), Secret.of("secret-of-proxy"));
    }
}
