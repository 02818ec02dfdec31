package dev.siteagent.core.plugins;

import com.github.zafarkhaja.semver.ParseException;
import dev.siteagent.spi.SpiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.pf4j.DefaultVersionManager;
import org.pf4j.ManifestPluginDescriptorFinder;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginRuntimeException;
import org.pf4j.VersionManager;

/**
 * Reads and checks the descriptor in the manifest of a plugin's jar.
 *
 * <p>{@code Plugin-Id} and {@code Plugin-Version} are needed. {@code Plugin-Requires} is a range on {@link SpiVersion};
 * PF4J's documented habits hold: none is any version, and a bare {@code 1.2.3} is {@code >=1.2.3}. {@code Plugin-Class} is
 * ignored: providers are found by {@link java.util.ServiceLoader}, and a plugin does not see PF4J. {@code
 * Plugin-Dependencies} is refused, since a plugin does not see another.
 */
final class DescriptorReader extends ManifestPluginDescriptorFinder {
    private static final Pattern BARE_VERSION = Pattern.compile("\\d+\\.\\d+\\.\\d+");

    private final VersionManager versions = new DefaultVersionManager();

    /**
     * Reads a descriptor.
     *
     * @param archive a jar, or a folder of classes
     * @return the descriptor; empty when there is no manifest, or none with a {@code Plugin-Id}
     * @throws PluginProblem when it cannot be read
     */
    Optional<PluginDescriptor> read(Path archive) throws PluginProblem {
        try {
            return manifest(archive)
                    .map(this::createPluginDescriptor)
                    .<PluginDescriptor>map(descriptor -> descriptor)
                    .filter(descriptor -> !isBlank(descriptor.getPluginId()));
        } catch (IOException failure) {
            throw new PluginProblem(
                    "it is no readable jar: " + failure.getMessage(),
                    "copy it again, it may be cut short, or let the agent's user read it",
                    failure);
        }
    }

    /**
     * Checks a descriptor.
     *
     * @throws PluginProblem when the host cannot run that plugin
     */
    void check(PluginDescriptor descriptor) throws PluginProblem {
        if (isBlank(descriptor.getVersion())) {
            throw new PluginProblem("its manifest has no Plugin-Version", "build the plugin with one");
        }
        if (!descriptor.getDependencies().isEmpty()) {
            throw new PluginProblem(
                    "its manifest has Plugin-Dependencies, but no plugin sees the classes of another",
                    "build the plugin without that entry and with everything it needs inside");
        }
        checkRequires(descriptor.getRequires().strip());
    }

    private void checkRequires(String requires) throws PluginProblem {
        String range = BARE_VERSION.matcher(requires).matches() ? ">=" + requires : requires;
        try {
            if (!versions.checkVersionConstraint(SpiVersion.current(), range)) {
                throw new PluginProblem(
                        "it needs version " + requires + " of the SPI, and this agent has " + SpiVersion.current(),
                        "take a build of the plugin for this agent, or another agent");
            }
        } catch (ParseException | IllegalArgumentException failure) {
            throw new PluginProblem(
                    "its Plugin-Requires is no range of versions: " + requires,
                    "build the plugin with one such as ^" + SpiVersion.current(),
                    failure);
        }
    }

    /** Reads what PF4J asks for while it loads a plugin, whose descriptor was read and checked before. */
    @Override
    protected Manifest readManifest(Path location) {
        try {
            return manifest(PluginFiles.of(location).jar())
                    .orElseThrow(() -> new PluginRuntimeException("{} has no manifest", location));
        } catch (IOException | PluginProblem failure) {
            throw new PluginRuntimeException(failure, "the manifest of {} cannot be read", location);
        }
    }

    private static Optional<Manifest> manifest(Path archive) throws IOException {
        if (Files.isDirectory(archive)) {
            Path file = archive.resolve(JarFile.MANIFEST_NAME);
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(file)) {
                return Optional.of(new Manifest(in));
            }
        }
        Optional<Manifest> first = firstEntry(archive);
        if (first.isPresent()) {
            return first;
        }
        try (JarFile jar = new JarFile(archive.toFile(), false)) {
            return Optional.ofNullable(jar.getManifest());
        }
    }

    /** Reads a manifest that comes first, as tools put it: the index of all the jar, which takes longer, is not needed then. */
    private static Optional<Manifest> firstEntry(Path archive) throws IOException {
        try (JarInputStream jar = new JarInputStream(Files.newInputStream(archive), false)) {
            return Optional.ofNullable(jar.getManifest());
        } catch (ZipException unreadableWithoutTheIndex) {
            return Optional.empty();
        }
    }

    private static boolean isBlank(String text) {
        return text == null || text.isBlank();
    }
}
