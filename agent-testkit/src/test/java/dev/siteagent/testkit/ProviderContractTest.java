package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of providers finds what is wrong, and nothing that is right. */
class ProviderContractTest {
    private static final String SERVICES = "META-INF/services/dev.siteagent.spi.BackendProvider";

    @TempDir
    private Path folder;

    @BeforeEach
    void packageTheProvider() throws IOException {
        Good.jar = jar("good.jar", "Plugin-Id");
        Unmarked.jar = jar("unmarked.jar", "Plugin-Name");
    }

    @Test
    void goodProviderPasses() {
        assertThat(Broken.rules(Good.class)).isEmpty();
    }

    @Test
    void manifestThatMakesNoPluginOfTheJarIsFound() {
        assertThat(Broken.rules(Unmarked.class))
                .containsOnlyKeys("hostTakesTheJar")
                .hasEntrySatisfying(
                        "hostTakesTheJar", message -> assertThat(message).contains("Plugin-Id"));
    }

    @Test
    void nameThatAFileCannotUseIsFound() {
        assertThat(Broken.rules(Shouting.class)).containsKey("nameIsOneThatAFileCanUse");
    }

    @Test
    void providerThatNobodyFindsIsFound() {
        assertThat(Broken.rules(Shouting.class)).containsKey("serviceLoaderFindsIt");
    }

    @Test
    void providerThatTheHostCannotMakeIsFound() {
        assertThat(Broken.rules(Shouting.class)).containsKey("hostCanMakeItWithoutWork");
    }

    @Test
    void backendThatHidesItsCapabilitiesIsFound() {
        assertThat(Broken.rules(Shouting.class)).containsKey("capabilitiesAreKnownWithoutOpening");
    }

    @Test
    void settingsThatCannotBeBoundAreFound() {
        assertThat(Broken.rules(Shouting.class)).containsKey("settingsCanBeBound");
    }

    @Test
    void settingsThatShowASecretAreFound() {
        assertThat(Broken.rules(Shouting.class)).containsKey("settingsShowNoSecret");
    }

    private Path jar(String name, String idKey) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(idKey, "fake");
        main.putValue("Plugin-Version", "1.0.0");
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            for (Class<?> type : Set.of(
                    FakeProvider.class,
                    FakeProvider.Settings.class,
                    FakeBackend.class,
                    FakeCloud.class,
                    BackendFixture.class)) {
                String path = type.getName().replace('.', '/') + ".class";
                entries.putNextEntry(new JarEntry(path));
                try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
                    in.transferTo(entries);
                }
            }
            entries.putNextEntry(new JarEntry(SERVICES));
            entries.write(FakeProvider.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    static class Good extends ProviderContract {
        private static Path jar;

        @Override
        protected BackendProvider<?> provider() {
            return new FakeProvider();
        }

        @Override
        protected Object settings() {
            return new FakeProvider.Settings(Secret.of("hunter2"));
        }

        @Override
        protected Set<String> secrets() {
            return Set.of("hunter2");
        }

        @Override
        protected Optional<Path> jar() {
            return Optional.of(jar);
        }
    }

    static class Unmarked extends Good {
        private static Path jar;

        @Override
        protected Optional<Path> jar() {
            return Optional.of(jar);
        }
    }

    /** Everything about it is wrong but its jar, which it does not have. */
    static class Shouting extends ProviderContract {
        @Override
        protected BackendProvider<?> provider() {
            return new ShoutingProvider("a cloud");
        }

        @Override
        protected Object settings() {
            return new Token("hunter2");
        }

        @Override
        protected Set<String> secrets() {
            return Set.of("hunter2");
        }

        @Override
        protected Optional<Path> jar() {
            return Optional.empty();
        }
    }

    record ShoutingProvider(String name) implements BackendProvider<Unbound> {
        @Override
        public Class<Unbound> settingsType() {
            return Unbound.class;
        }

        @Override
        public ResourceBackend open(BackendContext<Unbound> context) {
            return new FakeBackend(new FakeCloud(FakeBackend::new));
        }
    }

    record Token(String token) {}

    static final class Unbound {
        private final String token;

        Unbound(String token) {
            this.token = token;
        }

        @Override
        public String toString() {
            return token;
        }
    }
}
