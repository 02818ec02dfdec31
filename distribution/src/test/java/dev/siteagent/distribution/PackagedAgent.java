package dev.siteagent.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The distribution as an operator runs it: a launcher, started as a process. It runs on the Java that runs the tests, and
 * has a temporary folder of its own, so that agents of several tests do not share a heartbeat.
 */
final class PackagedAgent {
    private final Path folder;
    private final Path outputs;
    private final Map<String, String> environment = new HashMap<>();
    private int started;

    private PackagedAgent(Path folder, Path outputs) {
        this.folder = folder;
        this.outputs = outputs;
    }

    /**
     * Returns the distribution that the build made.
     *
     * @param outputs an existing folder for what the processes write
     */
    static PackagedAgent in(Path outputs) throws IOException {
        PackagedAgent agent = new PackagedAgent(folder(), outputs);
        Path temporary = Files.createDirectories(outputs.resolve("tmp"));
        return agent.with("JAVA_HOME", System.getProperty("java.home"))
                .with("JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    }

    /** Returns the folder that {@code mvn package} made. */
    static Path folder() {
        return Path.of(System.getProperty("site-agent.folder"));
    }

    /** Sets an environment variable of every process started from now on. */
    PackagedAgent with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Gives the virtual machine of every process started from now on an option. */
    PackagedAgent withOption(String option) {
        return with("JAVA_OPTS", environment.get("JAVA_OPTS") + " " + option);
    }

    /** Lets every process started from now on find the example plugin beside those that are shipped. */
    PackagedAgent withTheExamplePlugin() throws IOException {
        Path example = Path.of(System.getProperty("site-agent.example-plugin"));
        Files.copy(example, withPluginsOfItsOwn().resolve(example.getFileName()));
        return this;
    }

    /** Lets every process started from now on find its plugins in a folder with copies of those that are shipped. */
    Path withPluginsOfItsOwn() throws IOException {
        Path plugins = Files.createDirectories(outputs.resolve("plugins"));
        try (Stream<Path> shipped = Files.list(folder().resolve("plugins"))) {
            for (Path jar : shipped.toList()) {
                Files.copy(jar, plugins.resolve(jar.getFileName()));
            }
        }
        with("SITE_AGENT_PLUGINS_DIR", plugins.toString());
        return plugins;
    }

    /** Starts the launcher with these arguments. */
    AgentProcess start(String... arguments) throws IOException {
        return start(folder.resolve("bin/site-agent"), arguments);
    }

    /** Starts this launcher, a link perhaps, with these arguments. */
    AgentProcess start(Path launcher, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        started++;
        Path out = outputs.resolve("agent-" + started + ".out");
        Path err = outputs.resolve("agent-" + started + ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(outputs.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeIf(
                        name -> name.startsWith("SITE_AGENT") || name.startsWith("JAVA") || name.startsWith("WALDUR"));
        builder.environment().putAll(environment);
        return new AgentProcess(builder.start(), out, err);
    }

    /** Runs the launcher with these arguments to its end. */
    AgentProcess.Ended run(String... arguments) throws IOException, InterruptedException {
        try (AgentProcess process = start(arguments)) {
            return process.ended(60, TimeUnit.SECONDS);
        }
    }

    /** Returns everything that any process wrote so far. */
    String everythingWritten() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int i = 1; i <= started; i++) {
            all.append(Files.readString(outputs.resolve("agent-" + i + ".out")));
            all.append(Files.readString(outputs.resolve("agent-" + i + ".err")));
        }
        return all.toString();
    }
}
