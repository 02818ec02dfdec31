package dev.siteagent.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendProvider;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of hooks has a row for each method that a plugin may implement, and no other row. */
class HooksPageTest {
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)\\.(\\w+)` \\|.*");
    private static final Pattern TRAIT = Pattern.compile("\\| `BackendTraits\\.(\\w+)` \\|.*");

    /** Interfaces that the host implements, and one that only marks. */
    private static final Set<String> NO_HOOKS = Set.of("RateBudget", "RateBudgets", "Warning");

    @Test
    void everyHookHasARowAndEveryRowHasAHook() throws Exception {
        Set<String> rows = new TreeSet<>();
        for (String line : Page.named("hooks.md").lines()) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group(1).equals("BackendTraits")) {
                rows.add(row.group(1) + "." + row.group(2));
            }
        }

        assertThat(rows).isEqualTo(hooks());
    }

    @Test
    void everyTraitHasARow() throws Exception {
        Set<String> rows = new TreeSet<>();
        for (String line : Page.named("hooks.md").lines()) {
            Matcher row = TRAIT.matcher(line);
            if (row.matches()) {
                rows.add(row.group(1));
            }
        }

        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(dev.siteagent.spi.BackendTraits.class.getRecordComponents())
                                .map(component -> component.getName())
                                .toList());
    }

    private static Set<String> hooks() throws Exception {
        Set<String> hooks = new TreeSet<>();
        for (Class<?> type : interfaces()) {
            Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                    .map(Method::getName)
                    .forEach(name -> hooks.add(type.getSimpleName() + "." + name));
        }
        return hooks;
    }

    /** Returns the interfaces of the SPI that a plugin implements; a sealed one has only the SPI's own classes. */
    private static List<Class<?>> interfaces() throws IOException, ReflectiveOperationException {
        Path sources = Page.PROJECT.resolve("agent-spi/src/main/java/dev/siteagent/spi");
        try (Stream<Path> files = Files.list(sources)) {
            Stream<String> names = files.map(
                            file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !name.endsWith("-info"));
            return names.<Class<?>>map(HooksPageTest::type)
                    .filter(type -> type.isInterface() && !type.isAnnotation() && !type.isSealed())
                    .filter(type -> !NO_HOOKS.contains(type.getSimpleName()))
                    .toList();
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(BackendProvider.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
