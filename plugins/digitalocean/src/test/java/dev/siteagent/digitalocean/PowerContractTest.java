package dev.siteagent.digitalocean;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.PowerBackendContract;

class PowerContractTest extends PowerBackendContract {
    @Override
    protected BackendFixture fixture() {
        return new CloudFixture();
    }
}
