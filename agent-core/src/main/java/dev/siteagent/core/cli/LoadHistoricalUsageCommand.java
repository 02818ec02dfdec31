package dev.siteagent.core.cli;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.reports.BillingMonths;
import dev.siteagent.core.reports.ReportProgress;
import dev.siteagent.core.reports.ReportResult;
import dev.siteagent.core.runtime.UsageLoad;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import java.time.Clock;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code site-agent load-historical-usage}. */
@Command(
        name = "load-historical-usage",
        mixinStandardHelpOptions = true,
        header = "Reports the usage of past months.",
        description =
                "Reports the usage of past months to Waldur, month by month, where the reporting backend remembers it."
                        + " What Waldur has already is not written again. For components that are charged by usage Waldur takes"
                        + " past months from staff only: use the token of such a user.",
        footer = {
            "",
            "Exit status: 0 all is in Waldur, 1 some of it is not, 2 command line or configuration.",
            "",
            "Example:",
            "  site-agent load-historical-usage -c site-agent.yaml --from 2026-01 --to 2026-06"
        })
final class LoadHistoricalUsageCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    private boolean failed;

    @Spec
    private CommandSpec command;

    @Mixin
    private ConfigurationFile file = new ConfigurationFile();

    @Mixin
    private PluginFolder folder = new PluginFolder();

    @Option(
            names = "--from",
            required = true,
            paramLabel = "YYYY-MM",
            converter = MonthConverter.class,
            description = "The first month.")
    private YearMonth from;

    @Option(
            names = "--to",
            paramLabel = "YYYY-MM",
            converter = MonthConverter.class,
            description = "The last month; without it the last one that is over.")
    private Optional<YearMonth> to = Optional.empty();

    LoadHistoricalUsageCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        surroundings.logErrorsToStderr();
        try (PluginHost plugins = folder.open(surroundings);
                Progress out = Progress.of(surroundings)) {
            Optional<AgentConfiguration> configuration = file.usable(surroundings, plugins);
            if (configuration.isEmpty()) {
                return ExitCode.USAGE;
            }
            load(configuration.get(), plugins, out);
        }
        return failed ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private void load(AgentConfiguration configuration, PluginHost plugins, Progress out) throws InterruptedException {
        UsageLoad usage = new UsageLoad(configuration, plugins.registry(), AgentVersion.current(), Clock.systemUTC());
        List<YearMonth> months = BillingMonths.between(from, last(usage));
        if (usage.offerings().isEmpty()) {
            out.println("No offering has a reporting_backend; there is nothing to load.");
        }
        for (OfferingConfiguration offering : usage.offerings()) {
            out.println(offering.name());
            load(usage, offering, months, out);
        }
        configuration.disabled().forEach(offering -> {
            out.println(offering.name());
            fail("not loaded, for its configuration is wrong: " + offering.reason(), out);
        });
    }

    private YearMonth last(UsageLoad usage) {
        YearMonth over = usage.lastMonth();
        YearMonth last = to.orElse(over);
        if (last.isAfter(over)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--to " + last + " is not over yet; the last month that is is " + over
                            + ", and the mode report takes care of the current one");
        }
        if (from.isAfter(last)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--from " + from + " is after " + last + (to.isPresent() ? "" : ", the last month that is over"));
        }
        return last;
    }

    private void load(UsageLoad usage, OfferingConfiguration offering, List<YearMonth> months, Progress out)
            throws InterruptedException {
        try {
            out.at("reading what " + offering.name() + " has");
            Optional<ReportResult> loaded = usage.load(offering, months, new Months(offering.name(), out));
            if (loaded.isEmpty()) {
                out.println("  its backend remembers no usage of past months");
            } else {
                show(loaded.get(), out);
            }
        } catch (BackendException | WaldurException e) {
            fail(e.getMessage(), out);
        }
    }

    private void show(ReportResult result, Progress out) {
        out.println("  " + result.written() + " usages written, " + result.unchanged() + " as they were");
        if (result.refusedPast() > 0) {
            fail(
                    result.refusedPast()
                            + " not taken: Waldur takes the usage of past months from staff only; use the token of such"
                            + " a user",
                    out);
        }
        result.problems().forEach(problem -> fail(problem, out));
    }

    private void fail(String text, Progress out) {
        failed = true;
        out.println("  failed  " + surroundings.log().redaction().clean(text));
    }

    /** Says which month is being loaded. */
    private record Months(String offering, Progress out) implements ReportProgress {
        @Override
        public void begins(YearMonth month) {
            out.at("loading " + month + " of " + offering);
        }

        @Override
        public void moved() {}

        @Override
        public boolean stopping() {
            return false;
        }
    }

    /** Reads a month. */
    static final class MonthConverter implements ITypeConverter<YearMonth> {
        @Override
        public YearMonth convert(String text) {
            try {
                return YearMonth.parse(text);
            } catch (DateTimeParseException e) {
                throw new TypeConversionException("'" + text + "' is no month such as 2026-01");
            }
        }
    }
}
