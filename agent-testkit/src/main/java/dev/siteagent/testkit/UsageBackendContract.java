package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.HistoricalUsageBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import dev.siteagent.spi.UsageBackend;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link UsageBackend} promises, and {@link HistoricalUsageBackend} of a backend that is one. */
@Timeout(120)
public abstract class UsageBackendContract extends BackendContract {
    /**
     * Lets a resource use something, on the cloud itself and not through the backend, in the current month.
     *
     * @param resource a resource that is there
     * @return what it used by this call: component type to amount in backend units, at least one more than 0
     * @throws Exception when the cloud does not let it, which fails the test
     */
    protected abstract Map<String, BigDecimal> use(Resource resource) throws Exception;

    @Test
    void usageIsWhatWasUsed() throws Exception {
        UsageBackend backend = usageBackend();
        Resource resource = created(backend, ordered("web"));
        Map<String, BigDecimal> used = use(resource);
        assertSame(usage(backend, resource).total(), used);
    }

    @Test
    void usageOfAMonthAddsUp() throws Exception {
        UsageBackend backend = usageBackend();
        Resource resource = created(backend, ordered("web"));
        Map<String, BigDecimal> used = new HashMap<>(use(resource));
        use(resource).forEach((type, amount) -> used.merge(type, amount, BigDecimal::add));
        assertSame(usage(backend, resource).total(), used);
    }

    @Test
    void usageIsThereForANewProcess() throws Exception {
        Resource resource = created(usageBackend(), ordered("web"));
        Map<String, BigDecimal> used = use(resource);
        assertSame(usage(usageBackend(), resource).total(), used);
    }

    @Test
    void readingUsageChangesNothing() throws Exception {
        UsageBackend backend = usageBackend();
        Resource resource = created(backend, ordered("web"));
        use(resource);
        assertThat(usage(backend, resource)).isEqualTo(usage(backend, resource));
    }

    @Test
    void whatWasNotUsedIsNothing() throws Exception {
        UsageBackend backend = usageBackend();
        Resource used = created(backend, ordered("used"));
        Resource unused = created(backend, ordered("unused"));
        use(used);
        Lookup<Usage> found = backend.currentUsage(List.of(used, unused)).get(unused.uuid());
        assertThat(found).isNotInstanceOf(Lookup.Failed.class).isNotNull();
        if (found instanceof Lookup.Present<Usage> present) {
            assertThat(present.value().total().values()).allMatch(amount -> amount.signum() == 0);
        }
    }

    @Test
    void usersPartsAreNotMoreThanTheWhole() throws Exception {
        UsageBackend backend = usageBackend();
        Resource resource = created(backend, ordered("web"));
        use(resource);
        Usage usage = usage(backend, resource);
        Map<String, BigDecimal> parts = new HashMap<>();
        usage.perUser()
                .values()
                .forEach(part -> part.forEach((type, amount) -> {
                    assertThat(amount).isNotNegative();
                    parts.merge(type, amount, BigDecimal::add);
                }));
        parts.forEach(
                (type, sum) -> assertThat(sum).isLessThanOrEqualTo(usage.total().getOrDefault(type, BigDecimal.ZERO)));
    }

    @Test
    void usageOfManyIsOneAnswerForEachAndNotPresentForOneThatIsGone() throws Exception {
        UsageBackend backend = usageBackend();
        Resource there = created(backend, ordered("there"));
        Resource gone = created(backend, ordered("gone"));
        use(there);
        deleted(backend, gone);
        Map<UUID, Lookup<Usage>> found = backend.currentUsage(List.of(there, gone));
        assertThat(found).containsOnlyKeys(there.uuid(), gone.uuid());
        assertThat(found.get(there.uuid())).isInstanceOf(Lookup.Present.class);
        assertThat(found.get(gone.uuid())).isNotInstanceOf(Lookup.Failed.class);
    }

    @Test
    void usageOfNothingIsNone() throws Exception {
        assertThat(usageBackend().currentUsage(List.of())).isEmpty();
    }

    @Test
    void usageOfThisMonthIsNotThatOfAPastOne() throws Exception {
        UsageBackend backend = usageBackend();
        Resource resource = created(backend, ordered("web"));
        use(resource);
        if (backend instanceof HistoricalUsageBackend historical) {
            YearMonth past = YearMonth.now(ZoneOffset.UTC).minusMonths(2);
            Map<UUID, Lookup<Usage>> found = historical.usageOf(List.of(resource), past);
            assertThat(found).containsOnlyKeys(resource.uuid());
            if (found.get(resource.uuid()) instanceof Lookup.Present<Usage> present) {
                assertThat(present.value().total().values()).allMatch(amount -> amount.signum() == 0);
            }
        }
    }

    private UsageBackend usageBackend() throws BackendException {
        return (UsageBackend) open();
    }

    private static Usage usage(UsageBackend backend, Resource resource) throws BackendException, InterruptedException {
        return Results.present(backend.currentUsage(List.of(resource)), resource);
    }

    private static void assertSame(Map<String, BigDecimal> total, Map<String, BigDecimal> used) {
        used.forEach((type, amount) -> assertThat(total.getOrDefault(type, BigDecimal.ZERO))
                .as("usage of " + type)
                .isEqualByComparingTo(amount));
    }
}
