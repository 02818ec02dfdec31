package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.Node.Sequence;
import dev.siteagent.core.config.YamlTree.SyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Reads the configuration file of the agent.
 *
 * <p>Every problem is found in one go. An error in one offering or service disables that one alone; an error anywhere else,
 * or no good offering at all, and there is no configuration. What can be wrong and what the keys mean is the file format
 * of the Python agent with the additions of this one, see {@code docs/}.
 *
 * <p>Thread-safe as far as the catalog is.
 */
public final class ConfigurationReader {
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final Duration LONGEST_MAKING = Duration.ofSeconds(10);

    private static final String REHEARSAL = """
            offerings:
              - name: Rehearsal
                waldur_api_url: https://localhost/api/
                waldur_api_token: none
                waldur_offering_uuid: 00000000000000000000000000000000
                backend_type: none
                order_processing_backend: none
                backend_components:
                  cpu: {measured_unit: Cores, unit_factor: 1, accounting_type: limit, label: CPU}
            """;

    private final BackendCatalog plugins;
    private final UnaryOperator<String> environment;
    private final Duration longestMaking;

    /**
     * Makes a reader.
     *
     * @param plugins the backends and services there are
     * @param environment gives the value of an environment variable, null when it is not set
     */
    public ConfigurationReader(BackendCatalog plugins, UnaryOperator<String> environment) {
        this(plugins, environment, LONGEST_MAKING);
    }

    /**
     * Makes a reader for settings classes that may hang.
     *
     * @param longestMaking how long the making of one settings object of a plugin may take
     */
    ConfigurationReader(BackendCatalog plugins, UnaryOperator<String> environment, Duration longestMaking) {
        this.longestMaking = longestMaking;
        this.plugins = Objects.requireNonNull(plugins, "plugins");
        this.environment = Objects.requireNonNull(environment, "environment");
    }

    /**
     * Reads a file. Never throws for what is in it, nor for a file that is missing or cannot be read.
     *
     * @param file the file; relative {@code ${file:…}} start from its directory
     * @return what can run, and all problems
     */
    public ConfigurationResult read(Path file) {
        return read(file, () -> FileText.read(file, MOST_BYTES));
    }

    /**
     * Reads a configuration that serves nothing. What the JVM and the libraries do once, when a class is used for the first
     * time, is most of the time of a first reading: with a rehearsal beside something else it is done before.
     */
    public static void rehearse() {
        new ConfigurationReader(new NoPlugins(), name -> null).read(Path.of("rehearsal.yaml"), () -> REHEARSAL);
    }

    /** The text of a file. */
    private interface Text {
        String read() throws FileText.UnusableFileException;
    }

    private ConfigurationResult read(Path file, Text text) {
        Problems problems = new Problems(file);
        Concealment concealment = new Concealment();
        Optional<AgentConfiguration> configuration = Optional.empty();
        try {
            Mapping root = tree(file, text, problems, concealment);
            try (Constraints constraints = new Constraints(problems, concealment)) {
                Binder binder = new Binder(problems, constraints, concealment, new SettingsMaking(longestMaking));
                configuration = configuration(root, binder, problems);
            }
        } catch (FileText.UnusableFileException e) {
            problems.error(e.location(), KeyPath.ROOT, "the configuration file " + e.getMessage());
        } catch (SyntaxException e) {
            problems.error(e.location(), KeyPath.ROOT, e.getMessage());
        }
        return new ConfigurationResult(configuration, problems.inFileOrder(), concealment.secrets());
    }

    private Mapping tree(Path file, Text text, Problems problems, Concealment concealment)
            throws FileText.UnusableFileException, SyntaxException {
        YamlTree.Document document = YamlTree.read(text.read());
        Path folder = file.toAbsolutePath().getParent();
        Interpolation interpolation = new Interpolation(folder == null ? file : folder, environment);
        Node root = new Expansion(interpolation, problems, concealment).expand(document);
        if (root instanceof Mapping mapping) {
            return mapping;
        }
        throw new SyntaxException(
                root.location(),
                "the file must be a mapping with the key 'offerings' at its top, not " + root.kindName());
    }

    private Optional<AgentConfiguration> configuration(Mapping root, Binder binder, Problems problems) {
        Optional<RootSection> section = binder.bind(root, RootSection.class, KeyPath.ROOT, KnownKeys.NONE);
        section.ifPresent(top -> LogAreas.check(root, top.logLevels().keySet(), problems));
        OfferingReader offeringReader = new OfferingReader(plugins, binder, problems);
        Map<KeyPath, OfferingConfiguration> offerings = each(root, "offerings", offeringReader::read, problems);
        ServiceReader serviceReader = new ServiceReader(plugins, binder, problems);
        Map<KeyPath, ServiceConfiguration> services = each(root, "services", serviceReader::read, problems);
        new Twins(root, problems).refuse(offerings);
        boolean servicesOnly = hasNoEntry(root.value("offerings")) && hasEntries(root.value("services"));
        if (!servicesOnly && hasNoEntry(root.value("offerings"))) {
            problems.error(
                    root.value("offerings").location(),
                    KeyPath.ROOT.key("offerings"),
                    "is empty: it needs an entry for each offering to serve");
        }
        if (problems.failed(KeyPath.ROOT) || (servicesOnly ? services.isEmpty() : offerings.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(assemble(
                section.orElseThrow(),
                List.copyOf(offerings.values()),
                disabled(root, problems),
                List.copyOf(services.values()),
                disabledServices(root, problems)));
    }

    private static boolean hasNoEntry(Node list) {
        return list instanceof Sequence sequence && sequence.items().isEmpty();
    }

    private static boolean hasEntries(Node list) {
        return list instanceof Sequence sequence && !sequence.items().isEmpty();
    }

    /** Reads each entry of a list at the top of the file; those that are good are in the map by their path. */
    private static <T> Map<KeyPath, T> each(
            Mapping root, String key, BiFunction<Mapping, KeyPath, Optional<T>> read, Problems problems) {
        Map<KeyPath, T> good = new LinkedHashMap<>();
        KeyPath path = KeyPath.ROOT.key(key);
        Node list = root.value(key);
        if (list instanceof Sequence sequence) {
            for (int i = 0; i < sequence.items().size(); i++) {
                KeyPath at = path.index(i);
                Node item = sequence.items().get(i);
                if (item instanceof Mapping mapping) {
                    read.apply(mapping, at).ifPresent(value -> good.put(at, value));
                } else {
                    problems.error(item.location(), at, "must be a mapping, not " + item.kindName());
                }
            }
        } else if (list != null) {
            problems.error(
                    list.location(), path, "must be a list (each entry begins with '- '), not " + list.kindName());
        }
        return good;
    }

    private static List<DisabledOffering> disabled(Mapping root, Problems problems) {
        List<DisabledOffering> disabled = new ArrayList<>();
        List<Node> entries = ((Sequence) root.value("offerings")).items();
        for (int i = 0; i < entries.size(); i++) {
            KeyPath path = KeyPath.ROOT.key("offerings").index(i);
            Node entry = entries.get(i);
            String name = name(entry).orElse(path.toString());
            problems.whyFailed(path).ifPresent(reason -> disabled.add(new DisabledOffering(name, uuid(entry), reason)));
        }
        return disabled;
    }

    private static Optional<String> name(Node offering) {
        return offering instanceof Mapping mapping
                        && mapping.value("name") instanceof Scalar scalar
                        && !scalar.interpolated()
                        && !scalar.text().isBlank()
                ? Optional.of(scalar.text().strip())
                : Optional.empty();
    }

    private static Optional<UUID> uuid(Node offering) {
        return offering instanceof Mapping mapping && mapping.value("waldur_offering_uuid") instanceof Scalar scalar
                ? ScalarTypes.uuid(scalar.text())
                : Optional.empty();
    }

    /** Returns why services cannot run, a line each. */
    private static List<String> disabledServices(Mapping root, Problems problems) {
        List<String> disabled = new ArrayList<>();
        if (root.value("services") instanceof Sequence services) {
            for (int i = 0; i < services.items().size(); i++) {
                KeyPath path = KeyPath.ROOT.key("services").index(i);
                problems.whyFailed(path).ifPresent(disabled::add);
            }
        }
        return disabled;
    }

    private static AgentConfiguration assemble(
            RootSection section,
            List<OfferingConfiguration> offerings,
            List<DisabledOffering> disabled,
            List<ServiceConfiguration> services,
            List<String> disabledServices) {
        return new AgentConfiguration(
                offerings,
                disabled,
                section.timezone(),
                Optional.ofNullable(section.globalProxy()),
                section.logLevel().name(),
                LogAreas.byLogger(section.logLevels()),
                section.reportingPeriods(),
                section.exposeBackendErrorDetails(),
                section.logShipping().toLogShipping(),
                Optional.ofNullable(section.sentryDsn()),
                Optional.ofNullable(section.elasticApmServerUrl()),
                services,
                disabledServices,
                section.plugins().watch(),
                new HttpConfiguration(section.http().bind(), section.http().port()));
    }
}
