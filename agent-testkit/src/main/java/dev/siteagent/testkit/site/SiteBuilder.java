package dev.siteagent.testkit.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.siteagent.sandbox.waldur.NewOffering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Describes an {@link AgentSite}. Changed in place; for one thread. */
public final class SiteBuilder {
    private static final String SETTINGS = "backend_settings";
    private static final String COMPONENTS = "backend_components";

    private final Map<String, Object> keys = new LinkedHashMap<>();
    private final Map<String, Object> components = new LinkedHashMap<>();
    private final Set<Path> jars = new LinkedHashSet<>();
    private NewOffering offering;
    private Set<String> modes = Set.of("order_process");
    private Duration patience = Duration.ofSeconds(60);

    SiteBuilder(String backend, NewOffering offering) {
        this.offering = offering;
        keys.put("name", offering.name());
        keys.put("backend_type", backend);
    }

    /**
     * Loads this plugin, as if it was dropped into {@code plugins/}: with a class loader of its own, which sees what a
     * plugin sees. Without any, the providers of the test's class path are used, which see everything.
     *
     * @param jar the packaged plugin: a jar, or a folder with a jar and its {@code lib/}
     */
    public SiteBuilder jar(Path jar) {
        jars.add(jar);
        return this;
    }

    /** Sets {@code backend_settings}. */
    public SiteBuilder settings(Map<String, ?> settings) {
        return key(SETTINGS, settings);
    }

    /**
     * Adds a component, in {@code backend_components} and in Waldur's offering.
     *
     * @param billing {@code usage}, {@code limit} or {@code one}
     * @param unit what is measured, such as {@code GB}
     */
    public SiteBuilder component(String type, String billing, String unit) {
        return component(type, billing, unit, Map.of());
    }

    /**
     * Adds a component with further keys, such as {@code unit_factor}.
     *
     * @param billing {@code usage}, {@code limit} or {@code one}
     * @param unit what is measured, such as {@code GB}
     */
    public SiteBuilder component(String type, String billing, String unit, Map<String, ?> more) {
        Map<String, Object> component = new LinkedHashMap<>(more);
        component.put("accounting_type", billing);
        component.put("measured_unit", unit);
        component.put("label", type);
        components.put(type, component);
        offering = offering.component(type, billing, unit);
        return this;
    }

    /** Sets any key of the offering in the configuration file, such as {@code username_management_backend}. */
    public SiteBuilder key(String name, Object value) {
        keys.put(name, value);
        return this;
    }

    /** Sets what the agent does, by the names that {@code -m} takes; {@code order_process} alone when not set. */
    public SiteBuilder modes(String... names) {
        modes = Set.of(names);
        return this;
    }

    /** Sets how long the site waits for something before it fails; 60 seconds when not set. */
    public SiteBuilder patience(Duration longest) {
        patience = longest;
        return this;
    }

    /** Starts Waldur and the agent. */
    public AgentSite start() {
        return new AgentSite(this);
    }

    NewOffering offering() {
        return offering;
    }

    Set<String> modes() {
        return modes;
    }

    Duration patience() {
        return patience;
    }

    boolean isolated() {
        return !jars.isEmpty();
    }

    void writePlugins(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Path jar : jars) {
            if (Files.notExists(jar)) {
                throw new AssertionError("there is no plugin at " + jar.toAbsolutePath() + ": package it first");
            }
            copy(jar, folder.resolve(jar.getFileName().toString()));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            Files.copy(from, to);
            return;
        }
        Files.createDirectories(to);
        try (var entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                copy(entry, to.resolve(entry.getFileName().toString()));
            }
        }
    }

    String yaml(String apiUrl, String token, UUID uuid) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(keys);
        all.put("waldur_api_url", apiUrl);
        all.put("waldur_api_token", token);
        all.put("waldur_offering_uuid", uuid.toString());
        if (!components.isEmpty()) {
            all.put(COMPONENTS, components);
        }
        return new ObjectMapper(new YAMLFactory()).writeValueAsString(Map.of("offerings", List.of(all)));
    }
}
