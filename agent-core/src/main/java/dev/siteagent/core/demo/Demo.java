package dev.siteagent.core.demo;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.observe.AgentLog;
import dev.siteagent.core.observe.LogFormat;
import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.spi.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Plays the real agent against simulated services and tells what happens as it happens, for somebody who has never heard of
 * any of them: either three orders of a customer of Waldur, or the life of a machine of HobbyFarm.
 */
public final class Demo {
    private static final String BACKEND = "digitalocean";
    private static final String BRIDGE = "hobbyfarm";
    private static final int LAST_LINES = 30;

    /** Short: when the demo ends, nothing is at work that would be missed. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** Minutes: the agent looks for orders so often that nobody has to wait for it. */
    private static final Map<String, String> ENVIRONMENT = Map.of(Mode.ORDER_PROCESS.periodVariable(), "0.005");

    private final AgentLog log;
    private final OutputStream stdout;
    private final boolean colours;
    private final String version;
    private final Path home;
    private final ByteArrayOutputStream hushed = new ByteArrayOutputStream();
    private final Story story;

    /**
     * A demo, not played yet. The agent's log goes to memory, and is shown when something fails.
     *
     * @param log the process's log, which the demo takes over
     * @param stdout where the story goes
     * @param colours whether it is coloured
     * @param version the agent's version
     * @param home the folder of the distribution, for commands that work when they are pasted
     */
    public Demo(AgentLog log, OutputStream stdout, boolean colours, String version, Path home) {
        this.log = log;
        this.stdout = stdout;
        this.colours = colours;
        this.version = version;
        this.home = home;
        this.story = new Story(
                new PrintWriter(new OutputStreamWriter(stdout, StandardCharsets.UTF_8), true),
                colours,
                log.redaction()::clean,
                Clock.systemUTC());
        log.writeTo(hushed, LogFormat.TEXT, false);
    }

    /** Shows the agent's log between the lines of the story, as it is written. */
    public void showLog() {
        log.writeTo(stdout, LogFormat.TEXT, colours);
    }

    /**
     * Plays three orders of one customer: create, update, terminate.
     *
     * @param plugins the plugins, started; the one with the backend {@code digitalocean} plays
     * @return whether all went as it should; the story tells what did not
     * @throws IOException when the temporary folder cannot be made
     * @throws InterruptedException when the thread is interrupted; all is cleaned up all the same
     */
    public boolean play(PluginHost plugins) throws IOException, InterruptedException {
        if (!backendIsThere(plugins)) {
            return false;
        }
        ordersPrologue(plugins);
        try (Stage stage = new Stage()) {
            log.redaction().hide(Secret.of(stage.waldur().token()));
            log.redaction().hide(Secret.of(stage.cloud().token()));
            Cast cast = agent -> new Performance(stage, agent, story).play();
            boolean good = play(plugins, stage.configuration(), stage.heartbeat(), cast);
            if (good) {
                ordersEpilogue(stage);
            }
            return good;
        }
    }

    /**
     * Plays the life of one machine of HobbyFarm: made, and deleted in the roughest way.
     *
     * @param plugins the plugins, started; those with the backend {@code digitalocean} and the service {@code hobbyfarm}
     *     play
     * @return whether all went as it should; the story tells what did not
     * @throws IOException when the temporary folder cannot be made
     * @throws InterruptedException when the thread is interrupted; all is cleaned up all the same
     */
    public boolean playHobbyFarm(PluginHost plugins) throws IOException, InterruptedException {
        if (!backendIsThere(plugins)) {
            return false;
        }
        if (plugins.registry().service(BRIDGE).isEmpty()) {
            missing(plugins, "service", BRIDGE);
            return false;
        }
        story.say(
                "HobbyFarm runs training courses; who takes one gets a machine. It writes into its Kubernetes cluster that a"
                        + " machine is\nwanted, and the HobbyFarm bridge of site-agent makes it. Here HobbyFarm, the API server of the"
                        + " cluster and the cloud,\nDigitalOcean, are simulated in this process; the agent is the real one, with its"
                        + " real plugins.");
        try (FarmStage stage = new FarmStage()) {
            log.redaction().hide(Secret.of(stage.cloud().token()));
            Cast cast = agent -> new FarmPerformance(stage, agent, story).play();
            boolean good = play(plugins, stage.configuration(), stage.heartbeat(), cast);
            if (good) {
                farmEpilogue(stage);
            }
            return good;
        }
    }

    /** Returns what tells each call of a plugin as a line of the story; to be given to the host of the plugins. */
    public PluginCallListener pluginCalls() {
        return (plugin, hook, outcome, took) -> story.tell(
                Actor.PLUGIN,
                plugin + ": " + hook + " "
                        + outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", " + took.toMillis() + " ms");
    }

    /**
     * Plays orders for an offering of the user's own: its backend and its settings are real, Waldur is simulated.
     *
     * @param plugins the plugins, started
     * @param configuration the file that has the offering
     * @param offering the offering to be served
     * @param orders what is ordered
     * @return whether all orders were done; the story tells what was not
     * @throws IOException when the temporary folder cannot be made
     * @throws InterruptedException when the thread is interrupted; the simulated Waldur is gone all the same
     */
    public boolean playOwn(
            PluginHost plugins, AgentConfiguration configuration, OfferingConfiguration offering, OwnOrders orders)
            throws IOException, InterruptedException {
        if (offering.orderProcessingBackend().isEmpty()) {
            story.say("Offering " + offering.name() + " takes no orders: it has no order_processing_backend.");
            return false;
        }
        story.say("A customer orders from the offering \"" + offering.name()
                + "\". Waldur is simulated in this process; the agent, the plugin and what\nthe plugin does are real."
                + " The calls of the plugin are shown as they end.");
        try (OwnStage stage = new OwnStage(offering)) {
            log.redaction().hide(Secret.of(stage.waldur().token()));
            boolean good = play(
                    plugins, configuration.serving(stage.offering()), stage.heartbeat(), agent -> new OwnPerformance(
                                    stage, agent, story, orders)
                            .play());
            if (good) {
                story.chapter("All " + orders.count() + " orders were carried out, in " + Story.seconds(story.elapsed())
                        + " s");
            }
            return good;
        }
    }

    private boolean backendIsThere(PluginHost plugins) {
        boolean there = plugins.registry().backend(BACKEND).isPresent();
        if (!there) {
            missing(plugins, "backend", BACKEND);
        }
        return there;
    }

    private void missing(PluginHost plugins, String what, String name) {
        story.say("The demo needs a plugin with the " + what + " " + name + ", and there is none"
                + plugins.registry().whyMissing(name).map(why -> ": " + why).orElse("")
                + ".\nTo see the plugins there are: " + command("plugins list"));
    }

    /** Those who play beside the agent. */
    @FunctionalInterface
    private interface Cast {
        boolean play(AgentThread agent) throws InterruptedException;
    }

    private boolean play(PluginHost plugins, Path file, Path heartbeat, Cast cast) throws InterruptedException {
        ConfigurationResult read = new ConfigurationReader(plugins.registry(), ENVIRONMENT::get).read(file);
        if (read.configuration().isEmpty()) {
            story.say("The demo's own configuration is refused: " + read.problems());
            return false;
        }
        return play(plugins, read.configuration().get(), heartbeat, cast);
    }

    private boolean play(PluginHost plugins, AgentConfiguration configuration, Path heartbeat, Cast cast)
            throws InterruptedException {
        RunOptions options = RunOptions.of(Set.of(Mode.ORDER_PROCESS), false, version, ENVIRONMENT::get)
                .withGrace(GRACE)
                .withHeartbeat(heartbeat);
        boolean good;
        try (AgentThread agent = new AgentThread(new AgentRun(configuration, plugins, options))) {
            good = cast.play(agent);
        }
        if (!good) {
            failed();
        }
        return good;
    }

    private void ordersPrologue(PluginHost plugins) {
        story.say(
                "Waldur is a marketplace where customers order machines. site-agent runs at the side of whoever provides"
                        + " them,\nand turns each order into a machine. Here both the marketplace and the cloud, DigitalOcean, are"
                        + " simulated in\nthis process; the agent between them is the real one, with its real plugin:");
        plugins.registry().pluginOf(BACKEND).ifPresent(plugin -> story.say("  " + plugin.file()));
    }

    private void ordersEpilogue(Stage stage) {
        story.chapter("All three orders were carried out, in " + Story.seconds(story.elapsed()) + " s");
        story.say(
                "One machine was made, made larger and destroyed; none is left, and neither is anything of this demo.\n"
                        + "It took " + stage.waldur().requests().all().size() + " requests to Waldur and "
                        + stage.cloud().log().all().size() + " to DigitalOcean.\n"
                        + "To serve an offering of your own, copy the example configuration, fill it in and check it:\n"
                        + "  cp " + home.resolve("conf/site-agent.yaml") + " my-site-agent.yaml\n"
                        + "  " + command("validate -c my-site-agent.yaml"));
    }

    private void farmEpilogue(FarmStage stage) {
        story.chapter("The machine was made and is gone, in " + Story.seconds(story.elapsed()) + " s");
        story.say(
                "Nothing is left of it: no droplet and no key at DigitalOcean, no object in the cluster, and nothing of this"
                        + " demo.\nIt took " + stage.cluster().log().all().size() + " requests to the API server and "
                        + stage.cloud().log().all().size() + " to DigitalOcean.\n"
                        + "To serve a HobbyFarm of your own: " + home.resolve("deploy/hobbyfarm")
                        + " has a Helm chart and plain manifests.");
    }

    private String command(String arguments) {
        return home.resolve("bin/site-agent") + " " + arguments;
    }

    private void failed() {
        story.chapter("The demo failed after " + Story.seconds(story.elapsed()) + " s. The end of the agent's log:");
        List<String> lines = hushed.toString(StandardCharsets.UTF_8).lines().toList();
        lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).forEach(story::say);
    }
}
