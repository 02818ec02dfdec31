package dev.siteagent.core.cli;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginCallListener.Outcome;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.TestOrder;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code site-agent test-order}. */
@Command(
        name = "test-order",
        mixinStandardHelpOptions = true,
        header = "Works one made-up order on a backend, without Waldur.",
        description =
                "Works one made-up order on the backend of an offering, without Waldur, and shows each call. What it"
                        + " makes is real and costs money until it is deleted; what it deletes is gone. It asks before.",
        footer = {
            "",
            "Exit status: 0 done, 1 the backend failed, 2 command line or configuration, or nobody said yes.",
            "",
            "Examples:",
            "  site-agent test-order -c site-agent.yaml --offering VM --type create --limits '{\"cpu\": 1}'",
            "  site-agent test-order -c site-agent.yaml --offering VM --type terminate --resource UUID"
        })
final class TestOrderCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+=,-]+");

    private final Surroundings surroundings;

    @Spec
    private CommandSpec command;

    @Mixin
    private ConfigurationFile file = new ConfigurationFile();

    @Mixin
    private PluginFolder folder = new PluginFolder();

    @Option(names = "--offering", paramLabel = "NAME", required = true, description = "The offering, by its name.")
    private String offering;

    @Option(names = "--type", paramLabel = "TYPE", required = true, description = "create, update or terminate.")
    private TestOrder.Type type;

    @Option(
            names = "--attributes",
            paramLabel = "JSON",
            defaultValue = "{}",
            description = "The order's attributes, an object.")
    private String attributes;

    @Option(
            names = "--limits",
            paramLabel = "JSON",
            defaultValue = "{}",
            description = "The order's limits in Waldur's units, an object of numbers.")
    private String limits;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The resource's name; test-order and a number without it.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--resource",
            paramLabel = "UUID",
            description = "The resource that an earlier test order made; a new one without it.")
    private Optional<UUID> resource = Optional.empty();

    @Option(
            names = "--backend-id",
            paramLabel = "ID",
            description = "Its id on the backend; an update needs it, a terminate this or --resource.")
    private Optional<String> backendId = Optional.empty();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    TestOrderCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        surroundings.logErrorsToStderr();
        TestOrder.Request request = request();
        try (PluginHost plugins =
                folder.open(surroundings, (plugin, hook, outcome, took) -> show(hook, outcome, took))) {
            Optional<AgentConfiguration> configuration = file.usable(surroundings, plugins);
            if (configuration.isEmpty()) {
                return ExitCode.USAGE;
            }
            OfferingConfiguration served = offering(configuration.get());
            return agreed(served, request) ? work(configuration.get(), plugins, served, request) : ExitCode.USAGE;
        }
    }

    private TestOrder.Request request() {
        JsonOption json = new JsonOption(command.commandLine());
        backendId = backendId.filter(id -> !id.isBlank());
        if (type == TestOrder.Type.UPDATE && backendId.isEmpty()) {
            throw wrong("an update needs --backend-id: the resource to change");
        }
        if (type == TestOrder.Type.TERMINATE && backendId.isEmpty() && resource.isEmpty()) {
            throw wrong("a terminate needs --backend-id, --resource or both: the resource to delete");
        }
        UUID uuid = resource.orElseGet(UUID::randomUUID);
        return new TestOrder.Request(
                type,
                uuid,
                name.orElse("test-order-" + uuid.toString().substring(0, 8)),
                backendId,
                json.object("--attributes", attributes),
                json.numbers("--limits", limits));
    }

    private OfferingConfiguration offering(AgentConfiguration configuration) {
        configuration.disabled().stream()
                .filter(disabled -> disabled.name().equals(offering))
                .findFirst()
                .ifPresent(disabled -> {
                    throw wrong("offering " + offering + " cannot be served, for its configuration is wrong: "
                            + disabled.reason());
                });
        return configuration.offerings().stream()
                .filter(known -> known.name().equals(offering))
                .findFirst()
                .orElseThrow(() -> wrong("there is no offering " + offering + " in " + file.path() + ", only "
                        + configuration.offerings().stream()
                                .map(OfferingConfiguration::name)
                                .collect(Collectors.joining(", "))));
    }

    private boolean agreed(OfferingConfiguration served, TestOrder.Request request) throws IOException {
        if (yes) {
            return true;
        }
        String backend = TestOrder.backendOf(served);
        Optional<Boolean> answer = surroundings.ask(
                switch (request.type()) {
                    case CREATE ->
                        "This makes a real resource on the backend " + backend
                                + ", which costs money until it is deleted. Go on?";
                    case UPDATE ->
                        "This changes " + request.backendId().orElseThrow() + " on the backend " + backend
                                + " and what it costs. Go on?";
                    case TERMINATE ->
                        "This deletes " + target(request) + " on the backend " + backend + " with all data. Go on?";
                });
        if (answer.isEmpty()) {
            throw wrong("this would touch real resources, and nobody is at the terminal to agree: add --yes");
        }
        return answer.get();
    }

    private static String target(TestOrder.Request request) {
        return request.backendId().orElseGet(() -> "what resource " + request.resource() + " has");
    }

    private int work(
            AgentConfiguration configuration,
            PluginHost plugins,
            OfferingConfiguration served,
            TestOrder.Request request) {
        Clock clock = Clock.systemUTC();
        tell(request.type().name().toLowerCase(Locale.ROOT) + " of resource " + request.resource() + ", "
                + request.name());
        TestOrder order = new TestOrder(
                configuration,
                plugins.registry(),
                new SharedRateBudgets(clock)::forOffering,
                "waldur-site-agent-test-order/" + AgentVersion.current(),
                clock,
                Sleeper.SYSTEM);
        Thread working = Thread.currentThread();
        try (GracefulEnd end = new GracefulEnd(PATIENCE)) {
            // Who breaks an order off is told what it may have left behind, and then the process ends by the signal.
            end.stops(working::interrupt);
            try {
                return work(order, served, request);
            } finally {
                end.ended(false);
            }
        }
    }

    private int work(TestOrder order, OfferingConfiguration served, TestOrder.Request request) {
        try {
            Optional<BackendResource> made = order.work(served, request, step -> tell("  " + step));
            made.ifPresent(this::show);
            tell("done");
            if (request.type() == TestOrder.Type.CREATE) {
                tell("It costs money until it is deleted: " + terminate(request, made.map(BackendResource::backendId)));
            }
            return ExitCode.OK;
        } catch (BackendException e) {
            tell("failed: " + e.getMessage());
            tellWhatMayExist(request, e.backendId());
            return ExitCode.SOFTWARE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            tell("broken off");
            tellWhatMayExist(request, Optional.empty());
            return ExitCode.SOFTWARE;
        } catch (RuntimeException | LinkageError e) {
            tell("failed by a fault of the plugin: " + e);
            tellWhatMayExist(request, Optional.empty());
            return ExitCode.SOFTWARE;
        }
    }

    private void tellWhatMayExist(TestOrder.Request request, Optional<String> id) {
        if (request.type() == TestOrder.Type.CREATE) {
            tell("Something may exist all the same. To go on, add --resource " + request.resource() + "; to delete it: "
                    + terminate(request, id));
        }
    }

    private String terminate(TestOrder.Request request, Optional<String> id) {
        return "site-agent test-order -c " + quoted(file.path().toString()) + " --offering " + quoted(offering)
                + " --type terminate --resource " + request.resource()
                + id.map(known -> " --backend-id " + quoted(known)).orElse("")
                + folder.named()
                        .map(named -> " --plugins-dir " + quoted(named.toString()))
                        .orElse("");
    }

    /** Returns a text as a shell takes it for one word. */
    private static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private void show(BackendResource made) {
        tell("  backend id  " + made.backendId());
        tell("  power       " + made.power().name().toLowerCase(Locale.ROOT));
        new TreeMap<>(made.limits()).forEach((limit, amount) -> tell("  limit       " + limit + " = " + amount));
        new TreeMap<>(made.metadata()).forEach((key, value) -> tell("  metadata    " + key + " = " + value));
        made.endpoints().forEach(endpoint -> tell("  endpoint    " + endpoint.name() + " " + endpoint.url()));
    }

    private void show(String hook, Outcome outcome, Duration took) {
        tell("  -> " + hook + ": " + outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", " + took.toMillis()
                + " ms");
    }

    private void tell(String line) {
        surroundings.out().println(surroundings.log().redaction().clean(line));
    }

    private ParameterException wrong(String what) {
        return new ParameterException(command.commandLine(), what);
    }
}
