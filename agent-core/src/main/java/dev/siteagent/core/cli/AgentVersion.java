package dev.siteagent.core.cli;

import dev.siteagent.spi.SpiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the agent, as the build wrote it down. */
final class AgentVersion implements IVersionProvider {
    /** Returns the version alone, such as {@code 1.2.0}. */
    static String current() {
        try (InputStream file = AgentVersion.class.getResourceAsStream("build.properties")) {
            Properties properties = new Properties();
            properties.load(file);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("the agent's own jar is damaged: build.properties cannot be read", e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "site-agent " + current() + " (plugin SPI " + SpiVersion.current() + ", Java "
                    + System.getProperty("java.version") + ")"
        };
    }
}
