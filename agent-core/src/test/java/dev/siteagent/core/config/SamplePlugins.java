package dev.siteagent.core.config;

import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.Setting;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackendProvider;
import dev.siteagent.spi.Warning;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Backends as plugins bring them, of which only the settings classes matter here. */
final class SamplePlugins implements BackendCatalog {
    /** Settings as a record, with one setting of every supported type. */
    record CloudSettings(
            @NotNull(payload = Warning.class) @Setting(description = "the API token of the account")
            Secret token,

            String defaultRegion,
            List<@NotBlank String> defaultTags,
            Map<String, Map<String, Integer>> sizeMapping,
            Map<String, @Valid Flavor> flavors,
            @Valid Network network,
            Long sshKeyId,
            URI apiUrl,
            Duration bootWait,
            Tier tier,
            Optional<String> image,
            Set<String> zones,
            boolean monitoring,
            @Min(1) @Max(10) Integer retries,
            BigDecimal price,
            @Setting(name = "IPv6") boolean sixth,
            Map<String, Object> extra,
            String webhookPassword) {
        CloudSettings {
            defaultRegion = defaultRegion == null ? "ams3" : defaultRegion;
            defaultTags = defaultTags == null ? List.of() : List.copyOf(defaultTags);
            if (defaultRegion.equals("nowhere")) {
                throw new IllegalArgumentException("no such region, with the token " + token.reveal());
            }
        }

        @AssertTrue(payload = Warning.class, message = "is blank")
        public boolean isTokenUsable() {
            return token == null || !token.isBlank();
        }

        @AssertTrue(message = "one region is enough")
        public boolean isOneOfRegionAndZones() {
            return zones == null || defaultRegion.equals("ams3");
        }
    }

    record Flavor(@Positive int cpu, @Positive int ram) {}

    record Network(@NotBlank String name, boolean isPrivate) {}

    enum Tier {
        FREE,
        @Setting(name = "pay-as-you-go")
        PAID
    }

    record CloudComponent(@Min(0) Integer overcommit) {}

    /** Settings as a bean. */
    static final class BatchSettings {
        private String queue = "default";
        private int priority = 5;
        private Secret password;

        @NotBlank
        public String getQueue() {
            return queue;
        }

        @Setting(description = "where jobs wait")
        public void setQueue(String queue) {
            this.queue = queue;
        }

        public int getPriority() {
            return priority;
        }

        public void setPriority(int priority) {
            this.priority = priority;
        }

        public Secret getPassword() {
            return password;
        }

        public void setPassword(Secret password) {
            this.password = password;
        }
    }

    record KeyedSettings(Secret entrance) {}

    record NamesSettings(String usernamePrefix) {}

    record BridgeSettings(
            @NotBlank String namespace, @Min(1) Integer workers) {}

    record UnusableSettings(Thread thread) {}

    /** A class that does not load when it is used. */
    static final class BrokenSettings {
        static final int VALUE = Integer.parseInt("not a number");
    }

    private final TreeMap<String, BackendProvider<?>> backends = new TreeMap<>();

    SamplePlugins() {
        add(new Provider<>("cloud", CloudSettings.class, CloudComponent.class));
        add(new Provider<>("batch", BatchSettings.class, NoSettings.class));
        add(new Provider<>("keyed", KeyedSettings.class, NoSettings.class));
        add(new Provider<>("plain", NoSettings.class, NoSettings.class));
        add(new Provider<>("unusable", UnusableSettings.class, NoSettings.class));
        add(new Provider<>("broken", BrokenSettings.class, NoSettings.class));
        add(new Provider<>("silent", null, NoSettings.class));
        add(new Provider<>("isolated", IsolatedSettings.asOfAPlugin(), NoSettings.class));
    }

    private void add(BackendProvider<?> provider) {
        backends.put(provider.name(), provider);
    }

    @Override
    public Optional<BackendProvider<?>> backend(String name) {
        return Optional.ofNullable(backends.get(name));
    }

    @Override
    public Optional<UsernameBackendProvider<?>> usernameBackend(String name) {
        return name.equals("names") ? Optional.of(new Names()) : Optional.empty();
    }

    @Override
    public Optional<AgentServiceProvider<?>> service(String type) {
        return type.equals("bridge") ? Optional.of(new Bridge()) : Optional.empty();
    }

    @Override
    public SortedSet<String> backendNames() {
        return new TreeSet<>(backends.keySet());
    }

    @Override
    public SortedSet<String> usernameBackendNames() {
        return new TreeSet<>(Set.of("base", "names"));
    }

    @Override
    public SortedSet<String> serviceTypes() {
        return new TreeSet<>(Set.of("bridge"));
    }

    @Override
    public Optional<String> whyMissing(String backendName) {
        return backendName.equals("rotten") ? Optional.of("rotten.jar is not a jar file") : Optional.empty();
    }

    private record Provider<S>(String name, Class<S> settingsType, Class<?> componentSettingsType)
            implements BackendProvider<S> {
        @Override
        public ResourceBackend open(BackendContext<S> context) throws BackendException {
            throw new PermanentBackendException("only its settings are of use here");
        }
    }

    private static final class Names implements UsernameBackendProvider<NamesSettings> {
        @Override
        public String name() {
            return "names";
        }

        @Override
        public Class<NamesSettings> settingsType() {
            return NamesSettings.class;
        }

        @Override
        public UsernameBackend open(BackendContext<NamesSettings> context) throws BackendException {
            throw new PermanentBackendException("only its settings are of use here");
        }
    }

    private static final class Bridge implements AgentServiceProvider<BridgeSettings> {
        @Override
        public String type() {
            return "bridge";
        }

        @Override
        public Class<BridgeSettings> settingsType() {
            return BridgeSettings.class;
        }

        @Override
        public AgentService start(AgentServiceContext<BridgeSettings> context) throws BackendException {
            throw new PermanentBackendException("only its settings are of use here");
        }
    }
}
