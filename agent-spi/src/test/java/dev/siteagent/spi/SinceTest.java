package dev.siteagent.spi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Payload;
import java.io.IOException;
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
import java.util.regex.Matcher;
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
                boolean grown = before.getResource(name.replace('.', '/') + ".class") == null
                        || !signatures(before, name)
                                .containsAll(signatures(getClass().getClassLoader(), name));
                if (grown && !saysLater(type.getValue(), recorded)) {
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
        assertThat(recordedVersion()).isLessThanOrEqualTo(SpiVersion.current());
    }

    private static boolean saysLater(String source, String recorded) {
        Matcher since = SINCE.matcher(source);
        while (since.find()) {
            if (since.group(1).compareTo(recorded) > 0) {
                return true;
            }
        }
        return false;
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
