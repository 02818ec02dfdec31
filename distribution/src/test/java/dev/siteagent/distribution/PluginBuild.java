package dev.siteagent.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** A packaged plugin as if it had been built again, with another version. */
final class PluginBuild {
    private final Path jar;

    private PluginBuild(Path jar) {
        this.jar = jar;
    }

    /**
     * Makes one.
     *
     * @param original the jar that was built
     * @param version the version of the new one
     * @param folder where it lies until it is put somewhere
     */
    static PluginBuild of(Path original, String version, Path folder) throws IOException {
        Path jar = Files.copy(original, folder.resolve("build-" + version + ".jar"));
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Path entry = inside.getPath(JarFile.MANIFEST_NAME);
            Manifest manifest;
            try (InputStream in = Files.newInputStream(entry)) {
                manifest = new Manifest(in);
            }
            manifest.getMainAttributes().putValue("Plugin-Version", version);
            try (OutputStream out = Files.newOutputStream(entry)) {
                manifest.write(out);
            }
        }
        return new PluginBuild(jar);
    }

    /** Writes over a jar that an agent may have loaded, as {@code cp} does. */
    void copyOver(Path target) throws IOException {
        try (OutputStream out = Files.newOutputStream(target)) {
            Files.copy(jar, out);
        }
    }

    /** Writes the first part over a jar and stops there, as a copy that is cut short does. */
    void copyHalfOver(Path target) throws IOException {
        byte[] all = Files.readAllBytes(jar);
        try (OutputStream out = Files.newOutputStream(target)) {
            out.write(all, 0, all.length / 2);
        }
    }

    /** Takes the place of a jar at once, as package managers do. */
    void moveOver(Path target) throws IOException {
        Path beside = Files.copy(jar, target.resolveSibling("." + target.getFileName() + ".new"));
        Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
