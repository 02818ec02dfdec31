package dev.siteagent.core.plugins;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Packs a jar again with its manifest behind everything else. */
final class JarWithManifestLast {
    private JarWithManifestLast() {}

    static void of(Path jar) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(packed)) {
            List<ZipEntry> entries = from.stream()
                    .<ZipEntry>map(entry -> entry)
                    .sorted(Comparator.comparing(entry -> entry.getName().equals(JarFile.MANIFEST_NAME)))
                    .toList();
            for (ZipEntry entry : entries) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                from.getInputStream(entry).transferTo(to);
            }
        }
        Files.write(jar, packed.toByteArray());
    }
}
