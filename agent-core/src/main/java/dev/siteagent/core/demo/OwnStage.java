package dev.siteagent.core.demo;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;

/** What an offering of a configuration file plays on: a simulated Waldur that publishes it. Closing leaves nothing of it. */
final class OwnStage implements AutoCloseable {
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final UUID project = waldur.people().addProject("Physics");
    private final DemoFolder folder;
    private final OfferingConfiguration offering;

    /**
     * Publishes an offering.
     *
     * @param served the offering as the file has it
     */
    OwnStage(OfferingConfiguration served) throws IOException {
        this.folder = new DemoFolder();
        NewOffering published = NewOffering.named(served.name());
        for (var component : served.components().entrySet()) {
            published = published.component(
                    component.getKey(),
                    component.getValue().accountingType().name().toLowerCase(Locale.ROOT),
                    component.getValue().measuredUnit());
        }
        this.offering =
                served.in(URI.create(waldur.apiUrl()), Secret.of(waldur.token()), waldur.addOffering(published));
    }

    WaldurSandbox waldur() {
        return waldur;
    }

    UUID project() {
        return project;
    }

    /** Returns the offering as the simulated Waldur has it. */
    OfferingConfiguration offering() {
        return offering;
    }

    /** Returns where the agent may leave its heartbeat, so that it does not pass for that of a real agent. */
    Path heartbeat() {
        return folder.path("heartbeat");
    }

    @Override
    public void close() {
        waldur.close();
        folder.close();
    }
}
