package dev.siteagent.hobbyfarm;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A test of the bridge in a farm of its own; all tests of a class share an API server. */
abstract class FarmTest {
    static final Duration SOON = Duration.ofSeconds(30);
    static final Duration WHILE = Duration.ofMinutes(3);

    private static TestCluster server;

    Farm farm;

    @BeforeAll
    static void startServer() {
        server = TestCluster.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void openFarm() {
        farm = new Farm(server);
    }

    @AfterEach
    void closeFarm() {
        farm.close();
    }

    static TestCluster server() {
        return server;
    }

    void running(String name) {
        farm.until(name + " runs", WHILE, () -> farm.running(name));
    }

    void gone(String name) {
        farm.until(name + " is gone", WHILE, () -> farm.vm(name).isEmpty());
    }

    void nothingLeft() {
        farm.until("nothing is left", Duration.ofMinutes(15), () -> farm.leftovers()
                .isEmpty());
    }
}
