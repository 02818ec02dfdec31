package dev.siteagent.core.runtime;

import dev.siteagent.core.events.stomp.SandboxBroker;
import dev.siteagent.core.events.stomp.TestedBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The events of resources with the sandbox's own broker; runs everywhere. */
class SandboxResourceEventsTest extends ResourceEventsContract {
    private static SandboxBroker broker;

    @BeforeAll
    static void open() {
        broker = SandboxBroker.open();
    }

    @AfterAll
    static void shut() {
        broker.close();
    }

    @Override
    TestedBroker broker() {
        return broker;
    }
}
