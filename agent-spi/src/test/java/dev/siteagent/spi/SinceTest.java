package dev.siteagent.spi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Payload;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every type, and every method that came after the record of the API, says since when it is there. */
class SinceTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/siteagent/spi");
    private static final Pattern SINCE = Pattern.compile("@since (\\d+\\.\\d+\\.\\d+)");

    @Test
    void everyPublicTypeSaysSinceWhen() throws IOException {
        List<String> silent = types().entrySet().stream()
                .filter(type -> !SINCE.matcher(type.getValue()).find())
                .map(Map.Entry::getKey)
                .toList();

        assertThat(silent)
                .as("types whose Javadoc has no @since with a version")
                .isEmpty();
    }

    @Test
    void whatTheRecordLacksSaysALaterVersion() throws IOException, ClassNotFoundException {
        Set<String> silent = new TreeSet<>();
        String recorded = recordedVersion();
        URL[] record = {
            recorded().toUri().toURL(),
            Payload.class.getProtectionDomain().getCodeSource().getLocation()
        };
        try (URLClassLoader before = new URLClassLoader(record, ClassLoader.getPlatformClassLoader())) {
            for (Map.Entry<String, String> type : types().entrySet()) {
                String name = "dev.siteagent.spi." + type.getKey();
                if (saysLater(type.getValue(), recorded) < grownBy(before, name)) {
                    silent.add(type.getKey());
                }
            }
        }

        assertThat(silent)
                .as("types that have more than version %s and no @since with a later one", recorded)
                .isEmpty();
    }

    @Test
    void recordIsOfAVersionThatWasThere() throws IOException {
        assertThat(Version.parse(recordedVersion())).isLessThanOrEqualTo(Version.parse(SpiVersion.current()));
    }

    /** Returns how much of a type the record lacks: 1 for the type itself, else the number of its methods that are new. */
    private long grownBy(ClassLoader before, String type) throws ClassNotFoundException {
        if (before.getResource(type.replace('.', '/') + ".class") == null) {
            return 1;
        }
        Set<String> methods = signatures(getClass().getClassLoader(), type);
        methods.removeAll(signatures(before, type));
        return methods.size();
    }

    private static long saysLater(String source, String recorded) {
        return SINCE.matcher(source)
                .results()
                .filter(since -> Version.parse(since.group(1)).compareTo(Version.parse(recorded)) > 0)
                .count();
    }

    /** Returns the public methods of a type by name and the names of their parameters' types. */
    private static Set<String> signatures(ClassLoader loader, String type) throws ClassNotFoundException {
        Set<String> signatures = new TreeSet<>();
        for (Method method : Class.forName(type, false, loader).getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                List<String> parameters = Arrays.stream(method.getParameterTypes())
                        .map(Class::getName)
                        .toList();
                signatures.add(method.getName() + parameters);
            }
        }
        return signatures;
    }

    /** Returns the source of each public type by the type's name. */
    private static Map<String, String> types() throws IOException {
        Map<String, String> types = new HashMap<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                String source = Files.readString(file);
                if (!name.equals("package-info") && source.contains("\npublic ")) {
                    types.put(name, source);
                }
            }
        }
        return types;
    }

    private static String recordedVersion() throws IOException {
        return recorded().getFileName().toString().replaceAll("agent-spi-|\\.jar", "");
    }

    private static Path recorded() throws IOException {
        try (Stream<Path> records = Files.list(Path.of("api"))) {
            return records.filter(file -> file.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
