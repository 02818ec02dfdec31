package dev.siteagent.core.plugins;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Packs a jar again in ways that jars may be packed in, but seldom are. */
final class RepackedJar {
    private static final Comparator<ZipEntry> MANIFEST_FIRST =
            Comparator.comparing(entry -> !entry.getName().equals(JarFile.MANIFEST_NAME));
    private static final int FLAGS = 6;
    private static final int SIZES_FOLLOW = 8;

    private RepackedJar() {}

    /** Puts the manifest behind everything else. */
    static void withManifestLast(Path jar) throws IOException {
        Files.write(jar, packed(jar, MANIFEST_FIRST.reversed(), ZipEntry.DEFLATED));
    }

    /** Says of the manifest, the first entry, that its size follows it; so only the index tells where it ends. */
    static void withManifestOfUntoldSize(Path jar) throws IOException {
        byte[] packed = packed(jar, MANIFEST_FIRST, ZipEntry.STORED);
        packed[FLAGS] |= SIZES_FOLLOW;
        Files.write(jar, packed);
    }

    private static byte[] packed(Path jar, Comparator<ZipEntry> order, int method) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(packed)) {
            List<ZipEntry> entries =
                    from.stream().<ZipEntry>map(entry -> entry).sorted(order).toList();
            for (ZipEntry entry : entries) {
                byte[] content = from.getInputStream(entry).readAllBytes();
                to.putNextEntry(entry(entry.getName(), content, method));
                to.write(content);
            }
        }
        return packed.toByteArray();
    }

    private static ZipEntry entry(String name, byte[] content, int method) {
        CRC32 checksum = new CRC32();
        checksum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(method);
        entry.setSize(content.length);
        entry.setCrc(checksum.getValue());
        return entry;
    }
}
