package dev.siteagent.core.demo;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.observe.AgentLog;
import dev.siteagent.core.observe.LogFormat;
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
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plays three orders of one customer through the real agent: create, update, terminate. Tells what happens as it happens,
 * for somebody who has never heard of Waldur.
 */
public final class Demo {
    private static final String BACKEND = "digitalocean";
    private static final int LAST_LINES = 30;

    /** Short: when the demo ends, nothing is at work that would be missed. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** Minutes: the agent looks for orders so often that nobody has to wait for it. */
    private static final Map<String, String> ENVIRONMENT = Map.of(Mode.ORDER_PROCESS.periodVariable(), "0.005");

    private final AgentLog log;
    private final OutputStream stdout;
    private final boolean colours;
    private final String version;
    private final ByteArrayOutputStream hushed = new ByteArrayOutputStream();
    private final Story story;

    /**
     * A demo, not played yet. The agent's log goes to memory, and is shown when something fails.
     *
     * @param log the process's log, which the demo takes over
     * @param stdout where the story goes
     * @param colours whether it is coloured
     * @param version the agent's version
     */
    public Demo(AgentLog log, OutputStream stdout, boolean colours, String version) {
        this.log = log;
        this.stdout = stdout;
        this.colours = colours;
        this.version = version;
        this.story = new Story(
                new PrintWriter(new OutputStreamWriter(stdout, StandardCharsets.UTF_8), true),
                colours,
                Clock.systemUTC());
        log.writeTo(hushed, LogFormat.TEXT, false);
    }

    /** Shows the agent's log between the lines of the story, as it is written. */
    public void showLog() {
        log.writeTo(stdout, LogFormat.TEXT, colours);
    }

    /**
     * Plays.
     *
     * @param plugins the plugins, started; the one with the backend {@code digitalocean} plays
     * @return whether all went as it should; the story tells what did not
     * @throws IOException when the temporary folder cannot be made
     * @throws InterruptedException when the thread is interrupted; all is cleaned up all the same
     */
    public boolean play(PluginHost plugins) throws IOException, InterruptedException {
        if (plugins.registry().backend(BACKEND).isEmpty()) {
            story.say("The demo needs a plugin with the backend " + BACKEND + ", and there is none"
                    + plugins.registry()
                            .whyMissing(BACKEND)
                            .map(why -> ": " + why)
                            .orElse("")
                    + ".\nTo see the plugins there are: site-agent plugins list");
            return false;
        }
        prologue(plugins);
        try (Stage stage = new Stage()) {
            log.redaction().hide(Secret.of(stage.waldur().token()));
            log.redaction().hide(Secret.of(stage.cloud().token()));
            boolean good = play(stage, plugins);
            epilogue(good, stage);
            return good;
        }
    }

    private boolean play(Stage stage, PluginHost plugins) throws InterruptedException {
        ConfigurationResult read =
                new ConfigurationReader(plugins.registry(), ENVIRONMENT::get).read(stage.configuration());
        if (read.configuration().isEmpty()) {
            story.say("The demo's own configuration is refused: " + read.problems());
            return false;
        }
        try (AgentThread agent =
                new AgentThread(run(stage, plugins, read.configuration().get()))) {
            return new Performance(stage, agent, story).play();
        }
    }

    private AgentRun run(Stage stage, PluginHost plugins, AgentConfiguration configuration) {
        RunOptions options = RunOptions.of(Set.of(Mode.ORDER_PROCESS), false, version, ENVIRONMENT::get)
                .withGrace(GRACE)
                .withHeartbeat(stage.heartbeat());
        return new AgentRun(configuration, plugins, options);
    }

    private void prologue(PluginHost plugins) {
        story.say(
                "Waldur is a marketplace where customers order machines. site-agent runs at the side of whoever provides"
                        + " them,\nand turns each order into a machine. Here both the marketplace and the cloud, DigitalOcean, are"
                        + " simulated in\nthis process; the agent between them is the real one, with its real plugin:");
        plugins.registry().pluginOf(BACKEND).ifPresent(plugin -> story.say("  " + plugin.file()));
    }

    private void epilogue(boolean good, Stage stage) {
        String seconds = Story.seconds(story.elapsed());
        if (good) {
            story.chapter("All three orders were carried out, in " + seconds + " s");
            story.say(
                    "One machine was made, made larger and destroyed; none is left, and neither is anything of this demo.\n"
                            + "It took " + stage.waldur().requests().all().size() + " requests to Waldur and "
                            + stage.cloud().log().all().size() + " to DigitalOcean.\n"
                            + "To serve an offering of your own: copy conf/site-agent.yaml, fill it in, and run\n"
                            + "  site-agent validate -c FILE");
        } else {
            story.chapter("The demo failed after " + seconds + " s. The end of the agent's log:");
            List<String> lines = hushed.toString(StandardCharsets.UTF_8).lines().toList();
            lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).forEach(story::say);
        }
    }
}
