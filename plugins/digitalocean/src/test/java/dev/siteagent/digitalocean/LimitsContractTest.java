package dev.siteagent.digitalocean;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.LimitsBackendContract;
import java.util.Map;

class LimitsContractTest extends LimitsBackendContract {
    @Override
    protected BackendFixture fixture() {
        return new CloudFixture();
    }

    @Override
    protected Map<String, Long> otherLimits() {
        return CloudFixture.LARGE;
    }
}
