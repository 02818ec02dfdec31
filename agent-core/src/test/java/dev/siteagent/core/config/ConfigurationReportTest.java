package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationReportTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    @Test
    void showsTheProblemsASummaryAndWhatEachOfferingRunsWith() throws IOException {
        ConfigurationFixture fixture = new ConfigurationFixture(folder);
        ConfigurationResult result = fixture.read(GOOD + """
                      default_tags: [a, b]
                      network: {name: lan}
                      tokne: 1
                    backend_components:
                      cpu: {measured_unit: Cores, accounting_type: limit, label: CPU}
                  - backend_type: x
                http: {port: 8080}
                """);
        ConfigurationReport report = new ConfigurationReport(Path.of("site-agent.yaml"), result);

        assertThat(report.text().replace(fixture.file().toString(), "site-agent.yaml"))
                .isEqualTo("""
                        agent
                          time zone   UTC
                          log level   INFO
                          usage of    the current month and 1 before
                          health on   127.0.0.1:8080

                        offering 'VM'
                          uuid        2c0bb6a3-b4a9-4f3e-9d3f-6c1a5f4b7e10
                          Waldur      https://waldur.example.com/api/ (token)
                          orders      cloud, 8 at once, 30 minutes for each
                          members     cloud
                          usage       cloud
                          usernames   base
                          events      off
                          components  cpu (limit)
                          settings    token: hidden
                                      default_tags: [a, b]
                                      network: {name: lan}
                                      tokne: 1

                        offering 'offerings[1]': disabled
                          because     line 14: offerings[1].name: is required (what people call the offering) (and 4 more)

                        site-agent.yaml:11:7: warning: offerings[0].backend_settings.tokne: unknown key, it has no effect; did you mean 'token'?
                        site-agent.yaml:14:5: error: offerings[1].name: is required (what people call the offering)
                        site-agent.yaml:14:5: error: offerings[1].waldur_api_token: is required: either a token here, or all of oidc_token_url, oidc_client_id, oidc_client_secret
                        site-agent.yaml:14:5: error: offerings[1].waldur_api_url: is required (such as https://waldur.example.com/api/)
                        site-agent.yaml:14:5: error: offerings[1].waldur_offering_uuid: is required (see the integration page of the offering in Waldur)
                        site-agent.yaml:14:19: error: offerings[1].backend_type: no plugin brings the backend 'x'; known: batch, broken, cloud, isolated, keyed, plain, silent, unusable

                        site-agent.yaml: 5 errors, 1 warning; 1 of 2 offerings can run
                        """);
        assertThat(report.exitStatus()).isEqualTo(2);
    }

    @Test
    void aWarningAloneIsNoFailure() throws IOException {
        ConfigurationResult result =
                new ConfigurationFixture(folder).read(GOOD.replace("token: cloud-token-value", "default_region: fra1"));
        ConfigurationReport report = new ConfigurationReport(Path.of("site-agent.yaml"), result);

        assertThat(report.exitStatus()).isZero();
        assertThat(report.text()).contains("0 errors, 1 warning; 1 of 1 offering can run");
    }

    @Test
    void nothingToRunIsAFailure() throws IOException {
        ConfigurationResult result = new ConfigurationFixture(folder).read("offerings: []\n");
        ConfigurationReport report = new ConfigurationReport(Path.of("site-agent.yaml"), result);

        assertThat(report.exitStatus()).isEqualTo(2);
        assertThat(report.text()).endsWith("site-agent.yaml: 1 error, 0 warnings; nothing can run\n");
    }
}
