package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package, read and unpacked by Debian's own tools, where the machine has them. */
class DebianPackageIT {
    private static final String VERSION = System.getProperty("site-agent.version");
    private static final String DEB = PackagedAgent.folder()
            .resolveSibling("site-agent_" + VERSION + "_all.deb")
            .toString();

    @TempDir
    private Path folder;

    @BeforeEach
    void needsDebiansTools() throws Exception {
        assumeThat(Tool.run(folder, "dpkg-deb", "--version").missing())
                .as("no dpkg-deb on this machine")
                .isFalse();
    }

    @Test
    void whatItNeedsIsAnyJavaFrom17On() throws Exception {
        assertThat(Tool.run(folder, "dpkg-deb", "-f", DEB, "Depends").out())
                .contains("default-jre-headless (>= 2:1.17) | java17-runtime-headless");
        assertThat(Tool.run(folder, "dpkg-deb", "-f", DEB, "Version").out().strip())
                .isEqualTo(VERSION.replace("-", "~"));
    }

    @Test
    void theAgentRunsFromWhereThePackagePutsIt() throws Exception {
        Path root = unpacked();

        Tool.Ended version = Tool.run(folder, root.resolve("usr/bin/site-agent").toString(), "--version");

        assertThat(version.out()).startsWith("site-agent " + VERSION);
        assertThat(Tool.run(folder, root.resolve("usr/bin/site-agent").toString(), "plugins", "list")
                        .out())
                .contains("digitalocean", "hobbyfarm");
    }

    /** What a command says of a missing file names the example below the agent's own folder. */
    @Test
    void theExampleIsWhereTheAgentSaysItIs() throws Exception {
        Path root = unpacked();

        assertThat(root.resolve("usr/share/site-agent/conf/site-agent.yaml"))
                .hasSameTextualContentAs(root.resolve("etc/site-agent/site-agent.yaml"));
    }

    @Test
    void itBringsTheUnitTheManPageAndTheCompletion() throws Exception {
        Path root = unpacked();

        assertThat(Files.readString(root.resolve("usr/lib/systemd/system/site-agent.service")))
                .contains("ExecStart=/usr/bin/site-agent run ")
                .doesNotContain("ExecStart=/opt");
        assertThat(root.resolve("usr/share/man/man1/site-agent.1.gz")).isNotEmptyFile();
        assertThat(root.resolve("usr/share/bash-completion/completions/site-agent"))
                .isNotEmptyFile();
    }

    @Test
    void theConfigurationIsTheOperatorsAndNotForEverybodysEyes() throws Exception {
        Tool.run(folder, "dpkg-deb", "-e", DEB, folder.resolve("control").toString());

        assertThat(Files.readString(folder.resolve("control/conffiles")).lines())
                .containsExactly("/etc/site-agent/site-agent.yaml", "/etc/site-agent/environment");
        assertThat(Tool.run(folder, "dpkg-deb", "-c", DEB).out())
                .containsPattern("drwxr-x--- root/root .* \\./etc/site-agent/\\n")
                .containsPattern("-rw-r----- root/root .* \\./etc/site-agent/site-agent.yaml")
                .containsPattern("-rw------- root/root .* \\./etc/site-agent/environment");
    }

    private Path unpacked() throws Exception {
        Path root = folder.resolve("root");
        assertThat(Tool.run(folder, "dpkg-deb", "-x", DEB, root.toString()).status())
                .isZero();
        return root;
    }
}
