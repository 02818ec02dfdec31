package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.EventSourceBackend;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.PowerBackend;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackendProvider;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the host calls runs with the plugin's class loader as context class loader, and is otherwise the plugin's own. */
class PluginCallsTest {
    private static final String CONTEXT_LOADER = "Thread.currentThread().getContextClassLoader()";

    @TempDir
    private Path plugins;

    private final List<String> calls = new ArrayList<>();
    private PluginHost host;
    private ClassLoader before;

    @BeforeEach
    void prepare() {
        host = new PluginHost(plugins, (plugin, operation, outcome, took) -> {
            assertThat(took).isGreaterThanOrEqualTo(Duration.ZERO);
            calls.add(plugin + " " + operation + " " + outcome);
        });
        before = Thread.currentThread().getContextClassLoader();
    }

    @AfterEach
    void contextClassLoaderIsAsBefore() {
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
        host.close();
    }

    @Test
    void backendRunsWithThePluginsClassLoader() throws Exception {
        PluginJar.plugin("alpha", "return Set.of(\"\" + (" + CONTEXT_LOADER + " == Backend.class.getClassLoader()));")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(Contexts.open(host, "alpha").componentTypes()).containsExactly("true");
    }

    @Test
    void everyCapabilityThatTheBackendHasIsSeenAndNoOther() throws Exception {
        PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha.jar"));
        host.start();

        ResourceBackend backend = Contexts.open(host, "alpha");

        assertThat(backend)
                .isInstanceOf(LimitsBackend.class)
                .isInstanceOf(PendingWorkBackend.class)
                .isNotInstanceOf(PowerBackend.class);
        assertThat(backend.traits()).isEqualTo(dev.siteagent.spi.BackendTraits.defaults());
        assertThat(host.registry().machines()).isEmpty();
    }

    @Test
    void everythingThatIsOpenedRunsWithThePluginsClassLoader() throws Exception {
        pluginOfEveryKind().writeTo(plugins.resolve("every.jar"));
        host.start();
        assertThat(host.reports())
                .allSatisfy(report -> assertThat(report.problem()).isEmpty());

        EventSourceBackend events = (EventSourceBackend) Contexts.open(host, "every");
        EventSourceBackend.Subscription subscription = events.listen(resource -> {});
        assertThatThrownBy(subscription::close).hasMessage("closed with true");

        MachinesProvider machinesProvider = host.registry().machines().get("every");
        Machines machines = machinesProvider.openMachines(new MachinesProvider.MachinesContext(
                Secret.of("token"),
                Optional.empty(),
                Optional.empty(),
                "test",
                Contexts.context().rateBudgets(),
                Clock.systemUTC()));
        assertThat(machines.account()).isEqualTo("account with true");

        UsernameBackend usernames =
                open(host.registry().usernameBackend("EVERY").orElseThrow());
        assertThatThrownBy(usernames::close).hasMessage("closed with true");

        AgentService service = start(host.registry().service("every").orElseThrow());
        assertThat(service.health().text()).isEqualTo("healthy with true");
    }

    @Test
    void exceptionsOfThePluginComeThroughAsTheyAre() throws Exception {
        PluginJar.builder()
                .descriptor("alpha", "1")
                .provider("alpha", "alpha")
                .source("alpha.Backend", """
                        import dev.siteagent.spi.*;
                        import java.util.*;

                        final class Backend implements ResourceBackend {
                            public void ping() throws BackendException { throw new PermanentBackendException("revoked"); }
                            public Diagnosis diagnose() throws InterruptedException { throw new InterruptedException("stop"); }
                            public Outcome create(CreateRequest request) { throw new IllegalStateException("mine"); }
                            public Outcome delete(Resource resource) { throw new NoSuchMethodError("linked"); }
                            public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) { return null; }
                            public void close() {}
                        }
                        """)
                .service(BackendProvider.class, "alpha.Provider")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();
        ResourceBackend backend = Contexts.open(host, "alpha");

        assertThatThrownBy(backend::ping)
                .isExactlyInstanceOf(PermanentBackendException.class)
                .hasMessage("revoked");
        assertThatThrownBy(backend::diagnose)
                .isExactlyInstanceOf(InterruptedException.class)
                .hasMessage("stop");
        assertThatThrownBy(() -> backend.create(null))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
        assertThatThrownBy(() -> backend.delete(null))
                .isExactlyInstanceOf(PluginFault.class)
                .hasMessageContaining("alpha.Backend.delete ended with java.lang.NoSuchMethodError: linked")
                .hasRootCauseExactlyInstanceOf(NoSuchMethodError.class);
        assertThatThrownBy(() -> backend.read(Set.of()))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessageContaining("plugin alpha: alpha.Backend.read returned null");
        assertThat(calls)
                .containsExactly(
                        "alpha open OK",
                        "alpha ping PERMANENT",
                        "alpha create FAULT",
                        "alpha delete FAULT",
                        "alpha read FAULT");
    }

    @Test
    void equalityIsThatOfThePluginsObject() throws Exception {
        PluginJar.plugin("alpha").source("alpha.Provider", """
                        import dev.siteagent.spi.*;

                        public final class Provider implements BackendProvider<NoSettings> {
                            private final ResourceBackend only = new Backend();
                            public String name() { return "alpha"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public ResourceBackend open(BackendContext<NoSettings> context) { return only; }
                        }
                        """).writeTo(plugins.resolve("alpha.jar"));
        PluginJar.plugin("beta").writeTo(plugins.resolve("beta.jar"));
        host.start();
        ResourceBackend one = Contexts.open(host, "alpha");
        ResourceBackend again = Contexts.open(host, "alpha");

        assertThat(one)
                .isEqualTo(again)
                .hasSameHashCodeAs(again)
                .isNotEqualTo(Contexts.open(host, "beta"))
                .isNotEqualTo(null);
        assertThat(one).asString().startsWith("alpha.Backend@");
        assertThat(host.registry().backend("alpha")).isEqualTo(host.registry().backend("ALPHA"));
    }

    private static UsernameBackend open(UsernameBackendProvider<?> provider) throws Exception {
        // Its settingsType() is NoSettings.
        @SuppressWarnings("unchecked")
        UsernameBackendProvider<NoSettings> typed = (UsernameBackendProvider<NoSettings>) provider;
        return typed.open(Contexts.context());
    }

    private static AgentService start(AgentServiceProvider<?> provider) throws Exception {
        // Its settingsType() is NoSettings.
        @SuppressWarnings("unchecked")
        AgentServiceProvider<NoSettings> typed = (AgentServiceProvider<NoSettings>) provider;
        return typed.start(new AgentServiceContext<>(
                new NoSettings(),
                Map.of(),
                Optional.empty(),
                "test",
                Contexts.context().rateBudgets(),
                Clock.systemUTC()));
    }

    private static PluginJar pluginOfEveryKind() {
        String right = "(" + CONTEXT_LOADER + " == Provider.class.getClassLoader())";
        return PluginJar.builder()
                .descriptor("every", "1.0.0")
                .source("every.Provider", """
                        import dev.siteagent.spi.*;
                        import java.lang.reflect.Proxy;
                        import java.util.*;

                        public final class Provider implements BackendProvider<NoSettings>, MachinesProvider {
                            public String name() { return "every"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public Map<String, Boolean> parameters() { return Map.of(); }
                            public EventSourceBackend open(BackendContext<NoSettings> context) {
                                return answer(EventSourceBackend.class, "listen",
                                        (EventSourceBackend.Subscription) () -> {
                                            throw new IllegalStateException("closed with " + RIGHT);
                                        });
                            }
                            public Machines openMachines(MachinesProvider.MachinesContext context) {
                                Machines byContext = (Machines) Proxy.newProxyInstance(
                                        Provider.class.getClassLoader(), new Class<?>[] {Machines.class},
                                        (proxy, method, arguments) -> "account with " + RIGHT);
                                return byContext;
                            }
                            private static <T> T answer(Class<T> type, String method, Object answer) {
                                return type.cast(Proxy.newProxyInstance(
                                        Provider.class.getClassLoader(), new Class<?>[] {type},
                                        (proxy, called, arguments) -> called.getName().equals(method) ? answer : null));
                            }
                        }
                        """.replace("RIGHT", right))
                .source("every.Names", """
                        import dev.siteagent.spi.*;

                        public final class Names implements UsernameBackendProvider<NoSettings> {
                            public String name() { return "every"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public UsernameBackend open(BackendContext<NoSettings> context) {
                                return new UsernameBackend() {
                                    public Assignment usernameFor(OfferingUser user) { return new Assignment.None(); }
                                    public void close() { throw new IllegalStateException("closed with " + RIGHT); }
                                };
                            }
                        }
                        """.replace("RIGHT", right))
                .source("every.Bridge", """
                        import dev.siteagent.spi.*;
                        import java.time.Duration;

                        public final class Bridge implements AgentServiceProvider<NoSettings> {
                            public String type() { return "every"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public AgentService start(AgentServiceContext<NoSettings> context) {
                                return new AgentService() {
                                    public Health health() { return new Health(true, "healthy with " + RIGHT); }
                                    public void stop(Duration grace) {}
                                    public void close() {}
                                };
                            }
                        }
                        """.replace("RIGHT", right))
                .service(BackendProvider.class, "every.Provider")
                .service(UsernameBackendProvider.class, "every.Names")
                .service(AgentServiceProvider.class, "every.Bridge");
    }
}
