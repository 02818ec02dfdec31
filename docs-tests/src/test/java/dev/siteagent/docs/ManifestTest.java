package dev.siteagent.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.docs.Page.Block;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;

/** Manifests that the pages show are those that the example's build writes and the host reads. */
class ManifestTest {
    @Test
    void shownManifestsAreTheExamples() throws IOException {
        List<Block> shown = Page.allBlocks().stream()
                .filter(block -> block.language().equals("manifest"))
                .toList();
        assertThat(shown).as("blocks with a manifest").isNotEmpty();
        for (Block block : shown) {
            Attributes attributes = new Manifest(new ByteArrayInputStream(
                            ("Manifest-Version: 1.0\n" + block.text() + "\n").getBytes(StandardCharsets.UTF_8)))
                    .getMainAttributes();
            attributes.remove(Attributes.Name.MANIFEST_VERSION);
            assertThat(example()).as(block.toString()).containsAllEntriesOf(attributes);
        }
    }

    private static Attributes example() throws IOException {
        Path jar = Page.PROJECT.resolve("examples/minimal-plugin/target/minimal-plugin-1.0.0.jar");
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes();
        }
    }
}
