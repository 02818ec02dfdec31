package com.example.siteagent;

import dev.siteagent.spi.BackendProvider;
import dev.siteagent.testkit.ProviderContract;

/** What the host learns from the provider's class and the packaged jar, inherited from the test kit. */
class ExampleProviderIT extends ProviderContract {
    @Override
    protected BackendProvider<?> provider() {
        return new ExampleProvider();
    }

    @Override
    protected Object settings() {
        return new ExampleSettings("/var/lib/example");
    }
}
