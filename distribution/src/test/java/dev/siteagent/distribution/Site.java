package dev.siteagent.distribution;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** A Waldur with one offering of machines, a DigitalOcean account, and the configuration of an agent between them. */
final class Site implements AutoCloseable {
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final DigitalOceanSandbox cloud = DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual());
    private final UUID offering = waldur.addOffering(NewOffering.ofMachines("Machines"));
    private final UUID project = waldur.people().addProject("Physics");

    Site() {
        cloud.habits().bootDuration(Duration.ofSeconds(1)).actionDuration(Duration.ofMillis(200));
    }

    WaldurSandbox waldur() {
        return waldur;
    }

    DigitalOceanSandbox cloud() {
        return cloud;
    }

    /** Orders a machine with the limits of the smallest size. */
    OrderSnapshot orderMachine(String name) {
        return waldur.createOrder(offering, project, smallest(name));
    }

    /** Orders such a machine, and the marketplace has approved of it already. */
    OrderSnapshot orderMachineThatExecutes(String name) {
        return waldur.createOrder(offering, project, smallest(name).autoApproved());
    }

    private static NewOrder smallest(String name) {
        return NewOrder.named(name).limit("cpu", 1).limit("ram", 1024).limit("disk", 25600);
    }

    /** Publishes another offering without components. */
    UUID addOffering(String name) {
        return waldur.addOffering(NewOffering.named(name).component("slots", "limit", "Slots"));
    }

    /** Returns the offering of machines. */
    UUID offering() {
        return offering;
    }

    UUID project() {
        return project;
    }

    /** Every secret that the agent is given: none may appear in what it writes. */
    List<String> secrets() {
        return List.of(waldur.token(), cloud.token());
    }

    /** Gives a launcher the tokens in its environment. */
    PackagedAgent givesTokensTo(PackagedAgent agent) {
        return agent.with("WALDUR_API_TOKEN", waldur.token()).with("DIGITALOCEAN_TOKEN", cloud.token());
    }

    /** Writes a configuration for the offering of machines, and perhaps more offerings. */
    Path configuration(Path folder, String... moreOfferings) throws IOException {
        String machines = """
                offerings:
                  - name: Machines
                    waldur_api_url: %s
                    waldur_api_token: ${env:WALDUR_API_TOKEN}
                    waldur_offering_uuid: %s
                    backend_type: digitalocean
                    order_processing_backend: digitalocean
                    backend_settings:
                      api_url: %s
                      token: ${env:DIGITALOCEAN_TOKEN}
                      default_region: ams3
                      default_image: ubuntu-24-04-x64
                      size_mapping:
                        s-1vcpu-1gb: {cpu: 1, ram: 1024, disk: 25600}
                        s-2vcpu-4gb: {cpu: 2, ram: 4096, disk: 81920}
                    backend_components:
                      cpu: {measured_unit: Cores, unit_factor: 1, accounting_type: limit, label: CPU}
                      ram: {measured_unit: MiB, unit_factor: 1, accounting_type: limit, label: RAM}
                      disk: {measured_unit: MiB, unit_factor: 1, accounting_type: limit, label: Disk}
                """.formatted(waldur.apiUrl(), offering, cloud.apiUrl());
        return Files.writeString(folder.resolve("site-agent.yaml"), machines + String.join("", moreOfferings));
    }

    @Override
    public void close() {
        waldur.close();
        cloud.close();
    }
}
