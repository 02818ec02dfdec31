package dev.siteagent.core.runtime;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.siteagent.core.events.stomp.RabbitMqBroker;
import dev.siteagent.core.events.stomp.TestedBroker;
import dev.siteagent.sandbox.stomp.RabbitMq;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;

/** A restart of a real RabbitMQ, where one is given; {@code .ci/run} gives one. */
class RabbitMqBrokerRestartTest extends BrokerRestartContract {
    private static Optional<RabbitMqBroker> broker = Optional.empty();

    @BeforeAll
    static void find() {
        broker = RabbitMqBroker.given();
        assumeTrue(
                broker.isPresent(),
                "no RabbitMQ: " + RabbitMq.VARIABLE
                        + " is not set, see .ci/rabbitmq; the same tests ran against the sandbox's own broker");
    }

    @Override
    TestedBroker broker() {
        return broker.orElseThrow();
    }
}
