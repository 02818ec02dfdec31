package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherIT {
    @TempDir
    private Path outputs;

    private PackagedAgent agent;

    @BeforeEach
    void packaged() throws IOException {
        agent = PackagedAgent.in(outputs);
    }

    @Test
    void tellsItsVersion() throws Exception {
        AgentProcess.Ended ended = agent.run("--version");

        assertThat(ended.out()).startsWith("site-agent " + System.getProperty("site-agent.version"));
        assertThat(ended.status()).isZero();
    }

    @Test
    void worksThroughChainsOfLinksAndFoldersWithSpaces() throws Exception {
        Path odd = Files.createDirectories(outputs.resolve("a folder/with spaces"));
        Path home = Files.createSymbolicLink(odd.resolve("the agent"), PackagedAgent.folder());
        Path absolute = Files.createSymbolicLink(odd.resolve("absolute"), home.resolve("bin/site-agent"));
        Path relative = Files.createSymbolicLink(outputs.resolve("relative"), Path.of("a folder/with spaces/absolute"));

        for (Path launcher : List.of(home.resolve("bin/site-agent"), absolute, relative)) {
            try (AgentProcess process = agent.start(launcher, "--version")) {
                assertThat(process.ended(60, TimeUnit.SECONDS).out()).startsWith("site-agent ");
            }
        }
    }

    @Test
    void theHomeCanBeNamed() throws Exception {
        Path copy = Files.copy(PackagedAgent.folder().resolve("bin/site-agent"), outputs.resolve("launcher"));
        agent.with("SITE_AGENT_HOME", PackagedAgent.folder().toString());

        try (AgentProcess process = agent.start(copy, "--version")) {
            assertThat(process.ended(60, TimeUnit.SECONDS).status()).isZero();
        }
    }

    @Test
    void classDataThatDoesNotFitIsLeftAloneInSilence() throws Exception {
        Path lib = Files.createDirectories(outputs.resolve("home/lib"));
        try (Stream<Path> jars = Files.list(PackagedAgent.folder().resolve("lib"))) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
        Files.deleteIfExists(lib.resolve("site-agent.jsa"));
        Files.writeString(lib.resolve("site-agent.jsa"), "made by a Java of another kind");

        AgentProcess.Ended ended =
                agent.with("SITE_AGENT_HOME", lib.getParent().toString()).run("--version");

        assertThat(ended.out()).matches("site-agent [^\\n]*\\n");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void aHomeWithoutTheAgentIsRefused() throws Exception {
        AgentProcess.Ended ended =
                agent.with("SITE_AGENT_HOME", outputs.toString()).run("--version");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("there is no lib/ in SITE_AGENT_HOME, which is " + outputs);
    }

    @Test
    void aJavaHomeWithoutJavaIsRefused() throws Exception {
        AgentProcess.Ended ended = agent.with("JAVA_HOME", outputs.toString()).run("--version");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("JAVA_HOME is " + outputs).contains("there is no bin/java in it");
    }

    @Test
    void aJavaThatIsTooOldIsRefusedByItsReleaseFile() throws Exception {
        Path home = javaThatPrints("");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"11.0.27\"\n");

        AgentProcess.Ended ended = agent.with("JAVA_HOME", home.toString()).run("--version");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("is version 11.0.27, 17 or newer is needed");
    }

    @Test
    void aJavaThatIsTooOldIsRefusedByWhatItSays() throws Exception {
        Path home = javaThatPrints("echo 'openjdk version \"1.8.0_292\"' >&2");

        AgentProcess.Ended ended = agent.with("JAVA_HOME", home.toString()).run("--version");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("is version 1.8.0_292, 17 or newer is needed");
    }

    @Test
    void theVirtualMachineTakesTheLaunchersPlaceSoThatSignalsReachIt() throws Exception {
        Path home = javaThatPrints("echo \"pid $$\"");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"21\"\n");

        try (AgentProcess process = agent.with("JAVA_HOME", home.toString()).start("run")) {
            long pid = process.pid();
            assertThat(process.ended(60, TimeUnit.SECONDS).out()).isEqualTo("pid " + pid + "\n");
        }
    }

    @Test
    void optionsOfTheVirtualMachineAreSplitAndArgumentsAreNot() throws Exception {
        Path home = javaThatPrints("for argument; do echo \"<$argument>\"; done");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");

        AgentProcess.Ended ended = agent.with("JAVA_HOME", home.toString())
                .with("JAVA_OPTS", "-Xmx64m -Done=1")
                .run("validate", "-c", "my file.yaml", "");

        assertThat(ended.out().lines())
                .containsSequence("<-Xmx64m>", "<-Done=1>", "<-cp>")
                .containsSequence("<dev.siteagent.core.cli.SiteAgent>", "<validate>", "<-c>", "<my file.yaml>", "<>")
                .contains("<-Dsite-agent.terminal=false>");
    }

    @Test
    void lettersOutsideAsciiAreKeptWhereNobodyHasSetALocale() throws Exception {
        Path home = javaThatPrints("echo \"locale $LC_ALL\"");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        agent.with("JAVA_HOME", home.toString());

        assertThat(agent.with("LC_ALL", "C").run("--version").out()).isEqualTo("locale C.UTF-8\n");
        assertThat(agent.with("LC_ALL", "POSIX").run("--version").out()).isEqualTo("locale C.UTF-8\n");
        assertThat(agent.with("LC_ALL", "et_EE.UTF-8").run("--version").out()).isEqualTo("locale et_EE.UTF-8\n");
    }

    /** Makes a Java home whose {@code java} is a script with this body. */
    private Path javaThatPrints(String body) throws IOException {
        Path home = Files.createDirectories(outputs.resolve("java"));
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }
}
