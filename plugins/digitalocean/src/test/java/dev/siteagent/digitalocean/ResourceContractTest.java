package dev.siteagent.digitalocean;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.ResourceBackendContract;

class ResourceContractTest extends ResourceBackendContract {
    @Override
    protected BackendFixture fixture() {
        return new CloudFixture();
    }
}
