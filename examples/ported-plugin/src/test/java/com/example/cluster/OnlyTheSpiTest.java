package com.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A plugin sees the JDK, the SPI, and the APIs of SLF4J and Jakarta Validation; this one needs no more than that. */
class OnlyTheSpiTest {
    @Test
    void pluginNeedsNoClassOfTheHostOutsideTheSpi() throws Exception {
        StringWriter found = new StringWriter();
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        List<String> arguments = new ArrayList<>(List.of("-verbose:package", "-filter:none"));
        arguments.addAll(classFiles());

        jdeps.run(new PrintWriter(found), new PrintWriter(found), arguments.toArray(String[]::new));

        List<String> packages = found.toString()
                .lines()
                .filter(line -> line.contains("-> "))
                .map(line -> line.substring(line.indexOf("-> ") + 3).strip().split("\\s+", 2)[0])
                .filter(name -> name.matches("[a-z]+(\\.[a-z0-9_]+)+"))
                .distinct()
                .toList();
        assertThat(packages)
                .as("what jdeps found: %s", found)
                .contains("dev.siteagent.spi")
                .allSatisfy(name -> assertThat(name)
                        .matches("java\\..*|dev\\.siteagent\\.spi|org\\.slf4j|jakarta\\.validation(\\..*)?|com\\.example\\.cluster"));
    }

    /** One by one and without the module descriptor, with which jdeps would want every module on a module path. */
    private static List<String> classFiles() throws Exception {
        Path classes = Path.of(ClusterBackend.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".class") && !file.endsWith("module-info.class"))
                    .toList();
        }
    }
}
