package dev.siteagent.core.demo;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/**
 * What the demo plays on: a simulated Waldur with one offering, a simulated DigitalOcean account, and a temporary folder
 * with the configuration file of an agent between them. Closing leaves nothing of it.
 */
final class Stage implements AutoCloseable {
    private static final String CONFIGURATION = "site-agent.yaml";
    private static final Duration LATENCY = Duration.ofMillis(40);

    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final DigitalOceanSandbox cloud = DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual());
    private final UUID offering = waldur.addOffering(NewOffering.ofMachines("Cloud machines"));
    private final UUID project = waldur.people().addProject("Physics");
    private final DemoFolder folder;

    Stage() throws IOException {
        this.folder = new DemoFolder();
        waldur.latency().set(LATENCY);
        cloud.latency().set(LATENCY);
        cloud.habits().bootDuration(Duration.ofMillis(1200)).actionDuration(Duration.ofMillis(400));
        folder.write(CONFIGURATION, text());
    }

    WaldurSandbox waldur() {
        return waldur;
    }

    DigitalOceanSandbox cloud() {
        return cloud;
    }

    UUID offering() {
        return offering;
    }

    UUID project() {
        return project;
    }

    /** Returns the configuration file. */
    Path configuration() {
        return folder.path(CONFIGURATION);
    }

    /** Returns where the agent may leave its heartbeat, so that it does not pass for that of a real agent. */
    Path heartbeat() {
        return folder.path("heartbeat");
    }

    private String text() {
        return """
                offerings:
                  - name: Cloud machines
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: digitalocean
                    order_processing_backend: digitalocean
                    backend_settings:
                      api_url: %s
                      token: %s
                      default_region: ams3
                      default_image: ubuntu-24-04-x64
                      size_mapping:
                        s-1vcpu-1gb: {cpu: 1, ram: 1024, disk: 25600}
                        s-2vcpu-4gb: {cpu: 2, ram: 4096, disk: 81920}
                    backend_components:
                      cpu: {measured_unit: Cores, unit_factor: 1, accounting_type: limit, label: CPU}
                      ram: {measured_unit: MiB, unit_factor: 1, accounting_type: limit, label: RAM}
                      disk: {measured_unit: MiB, unit_factor: 1, accounting_type: limit, label: Disk}
                """.formatted(waldur.apiUrl(), waldur.token(), offering, cloud.apiUrl(), cloud.token());
    }

    @Override
    public void close() {
        waldur.close();
        cloud.close();
        folder.close();
    }
}
