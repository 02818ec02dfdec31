package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.siteagent.core.plugins.PluginCallListener;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.ResourceBackend;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@link BackendProvider} promises: the host finds it, and learns from its class what there is to know.
 *
 * @since 1.0.0
 */
public abstract class ProviderContract {
    /** Returns the provider under test. */
    protected abstract BackendProvider<?> provider();

    /** Returns settings with every secret filled in. */
    protected abstract Object settings();

    /** Returns the secrets in {@link #settings()}; there is none unless this says so. */
    protected Set<String> secrets() {
        return Set.of();
    }

    /**
     * Returns the packaged plugin; empty before it is packaged. It is what the system property {@code plugin.jar} names,
     * unless this says otherwise.
     */
    protected Optional<Path> jar() {
        return Optional.ofNullable(System.getProperty("plugin.jar")).map(Path::of);
    }

    @Test
    void hostTakesTheJar(@TempDir Path folder) throws IOException {
        assumeTrue(jar().isPresent(), "the plugin is not packaged yet; the test of the whole looks at its jar");
        Files.copy(jar().get(), folder.resolve("plugin.jar"));
        try (PluginHost host = PluginHost.ofFolderAlone(folder, PluginCallListener.NONE)) {
            host.start();
            assertThat(host.reports())
                    .as("packaging: the manifest, META-INF/services and the classes of %s", jar().get())
                    .singleElement()
                    .satisfies(report -> {
                        assertThat(report.problem()).isEmpty();
                        assertThat(report.backendNames()).contains(provider().name());
                    });
        }
    }

    @Test
    void nameIsOneThatAFileCanUse() {
        assertThat(provider().name())
                .as("BackendProvider.name(): lower case letters, digits, - and _")
                .matches("[a-z0-9_-]+");
    }

    @Test
    void serviceLoaderFindsIt() {
        ServiceLoader<?> loader = ServiceLoader.load(BackendProvider.class);
        assertThat(loader.stream().map(found -> found.type().getName()))
                .as(
                        "discovery: META-INF/services/%s or module-info.java names %s",
                        BackendProvider.class.getName(), provider().getClass().getName())
                .contains(provider().getClass().getName());
    }

    @Test
    void hostCanMakeItWithoutWork() {
        Class<?> type = provider().getClass();
        assertThat(Arrays.stream(type.getConstructors()).filter(made -> made.getParameterCount() == 0))
                .as("BackendProvider: %s has a public constructor without parameters", type.getName())
                .hasSize(1);
        assertThat(Modifier.isPublic(type.getModifiers()))
                .as("BackendProvider: %s is public", type.getName())
                .isTrue();
    }

    @Test
    void settingsCanBeBound() {
        for (Class<?> type : List.of(provider().settingsType(), provider().componentSettingsType())) {
            boolean bean =
                    Arrays.stream(type.getDeclaredConstructors()).anyMatch(made -> made.getParameterCount() == 0);
            assertThat(type.isRecord() || bean)
                    .as(
                            "BackendProvider.settingsType(): %s is a record, or a bean with a constructor without parameters",
                            type.getName())
                    .isTrue();
        }
        assertThat(settings())
                .as("BackendProvider.settingsType(): the settings are of that class")
                .isInstanceOf(provider().settingsType());
    }

    @Test
    void capabilitiesAreKnownWithoutOpening() {
        assertThat(Arrays.stream(provider().getClass().getMethods())
                        .filter(method -> method.getName().equals("open") && !method.isBridge())
                        .map(Method::getReturnType))
                .as("BackendProvider.open(): its return type is the backend's own class, so that"
                        + " site-agent plugins list can tell its capabilities")
                .doesNotContain(ResourceBackend.class);
    }

    @Test
    void settingsShowNoSecret() {
        Rules.showNoSecret(secrets(), settings(), provider());
    }
}
