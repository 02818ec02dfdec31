package dev.siteagent.docs;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.ResourceBackendContract;

/** The backend that the pages show keeps the contract. */
class SlowBackendTest extends ResourceBackendContract {
    @Override
    protected BackendFixture fixture() {
        return new SlowCloud();
    }
}
