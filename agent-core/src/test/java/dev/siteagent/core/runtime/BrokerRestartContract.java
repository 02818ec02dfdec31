package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.events.stomp.CountingLink;
import dev.siteagent.core.events.stomp.TestedBroker;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A restart of any broker in the middle of work: one for all cases, since that of a real broker takes long. */
@Timeout(180)
abstract class BrokerRestartContract {
    @TempDir
    private Path plugins;

    @TempDir
    private Path folder;

    /** Returns the broker, running. */
    abstract TestedBroker broker();

    @Test
    void aRestartUnderTwoHundredMessagesLosesNoMessageOfALinkAndNoOrderOfAnAgent() throws Exception {
        FolderCloud.writeTo(plugins);
        try (PluginHost host = new PluginHost(plugins);
                CountingLink link = CountingLink.listening(broker())) {
            host.start();
            EventProcess process = new EventProcess(broker(), host, folder, NewOffering.ofMachines("Folders"), """
                    backend_type: folders
                    backend_settings:
                      folder: %s
                    """);
            try {
                restartUnderWork(process, link);
            } finally {
                process.close();
            }
        }
    }

    private void restartUnderWork(EventProcess process, CountingLink link) throws Exception {
        process.startListening();
        List<OrderSnapshot> orders = new ArrayList<>();
        link.publish(0, 100);
        orders.addAll(hundredOrders(process));
        broker().restart();
        orders.addAll(hundredOrders(process));
        link.publish(100, 200);

        link.awaitDifferent(200);
        assertThat(link.ups()).isGreaterThan(1);
        for (OrderSnapshot order : orders) {
            process.waldur.waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofMinutes(2));
        }
        assertThat(machines(process)).isEqualTo(200);
        process.awaitNothingAtTheBroker();
        assertThat(process.waldur.failures()).isEmpty();
    }

    private static List<OrderSnapshot> hundredOrders(EventProcess process) {
        return Stream.generate(() -> process.waldur.createOrder(
                        process.offering, process.project, NewOrder.named("web").limit("cpu", 1)))
                .limit(100)
                .toList();
    }

    private static long machines(EventProcess process) throws IOException {
        try (Stream<Path> files = Files.list(process.backend)) {
            return files.filter(file -> file.getFileName().toString().startsWith("vm-"))
                    .count();
        }
    }
}
