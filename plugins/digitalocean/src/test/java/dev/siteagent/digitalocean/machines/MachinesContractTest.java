package dev.siteagent.digitalocean.machines;

import dev.siteagent.digitalocean.Cloud;
import dev.siteagent.digitalocean.keys.SampleKeys;
import dev.siteagent.spi.Machines;
import dev.siteagent.testkit.MachinesContract;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

class MachinesContractTest extends MachinesContract {
    private final Cloud cloud = new Cloud();

    @Override
    protected Machines open() {
        return new DigitalOceanMachines(cloud.api(), cloud.clock());
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("region", "fra1", "image", "ubuntu-24-04-x64", "size", "s-1vcpu-1gb");
    }

    @Override
    protected String publicKey() {
        return SampleKeys.RSA.line();
    }

    @Override
    protected Set<String> secrets() {
        return Set.of(cloud.sandbox().token());
    }

    @Override
    protected void letTimePass() {
        cloud.clock().advance(Duration.ofSeconds(3));
    }

    @AfterEach
    void close() {
        cloud.close();
    }
}
