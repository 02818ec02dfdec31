package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.ServiceConfiguration;
import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Agent services run as long as the agent does. */
class ServiceRunTest {
    private static final ServiceConfiguration SERVICE = new ServiceConfiguration("recorder", "settings", Map.of());

    private final List<String> happened = new CopyOnWriteArrayList<>();

    @Test
    void serviceIsStartedWithItsSettingsAndStoppedWithTheRun() throws InterruptedException {
        ServiceRun run = run(new Recorder(0, false));
        run.start();
        happens("started with settings");
        run.close();
        assertThat(happened).containsExactly("started with settings", "stopped", "closed");
    }

    @Test
    void serviceThatCannotStartNowIsStartedAgain() throws InterruptedException {
        ServiceRun run = run(new Recorder(1, false));
        run.start();
        happens("started with settings");
        run.close();
        assertThat(happened).containsExactly("failed", "started with settings", "stopped", "closed");
    }

    @Test
    void serviceThatCanNeverRunIsNotStartedAgain() throws InterruptedException {
        ServiceRun run = run(new Recorder(1, true));
        run.start();
        happens("failed");
        run.close();
        assertThat(happened).containsExactly("failed");
    }

    private void happens(String what) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> happened.contains(what));
    }

    private ServiceRun run(AgentServiceProvider<?> provider) {
        return new ServiceRun(
                SERVICE,
                Optional.of(provider),
                Map.of(),
                Optional.empty(),
                RunOptions.of(Set.of(Mode.ORDER_PROCESS), false, "1.0", name -> null));
    }

    private final class Recorder implements AgentServiceProvider<String> {
        private int failures;
        private final boolean forGood;

        Recorder(int failures, boolean forGood) {
            this.failures = failures;
            this.forGood = forGood;
        }

        @Override
        public String type() {
            return "recorder";
        }

        @Override
        public Class<String> settingsType() {
            return String.class;
        }

        @Override
        public AgentService start(AgentServiceContext<String> context) throws BackendException {
            if (failures-- > 0) {
                happened.add("failed");
                throw forGood
                        ? new PermanentBackendException("it never will")
                        : new TransientBackendException("not yet", null);
            }
            happened.add("started with " + context.settings());
            return new AgentService() {
                @Override
                public Health health() {
                    return new Health(true, "well");
                }

                @Override
                public void stop(Duration grace) {
                    happened.add("stopped");
                }

                @Override
                public void close() {
                    happened.add("closed");
                }
            };
        }
    }
}
