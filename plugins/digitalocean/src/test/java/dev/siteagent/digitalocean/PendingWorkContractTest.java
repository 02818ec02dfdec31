package dev.siteagent.digitalocean;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.PendingWorkBackendContract;

class PendingWorkContractTest extends PendingWorkBackendContract {
    @Override
    protected BackendFixture fixture() {
        return new CloudFixture();
    }
}
