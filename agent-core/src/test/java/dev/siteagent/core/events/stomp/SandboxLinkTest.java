package dev.siteagent.core.events.stomp;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Links with the sandbox's own broker; runs everywhere. */
class SandboxLinkTest extends LinkContract {
    private static SandboxBroker broker;

    @BeforeAll
    static void open() {
        broker = SandboxBroker.openWithTls();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Override
    TestedBroker broker() {
        return broker;
    }
}
