package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.AgentService;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AgentServiceContractTest {
    @Test
    void goodServicePasses() {
        assertThat(Broken.rules(Good.class)).isEmpty();
    }

    @Test
    void secretInItsHealthIsFound() {
        assertThat(Broken.rules(Tells.class)).containsOnlyKeys("noTextShowsASecret");
    }

    @Test
    void stopThatFailsOnAnInterruptIsFound() {
        assertThat(Broken.rules(Swallows.class))
                .containsOnlyKeys("stopAnswersAnInterrupt")
                .hasEntrySatisfying(
                        "stopAnswersAnInterrupt", message -> assertThat(message).contains("InterruptedException"));
    }

    @Test
    void stopThatWaitsForAllItsWorkIsFound() {
        assertThat(Broken.rules(Stubborn.class))
                .containsKey("stopEndsWithinItsGrace")
                .hasEntrySatisfying("stopEndsWithinItsGrace", message -> assertThat(message)
                        .contains("waits no longer than its grace"));
    }

    @Test
    void serviceThatNeverWorksIsFound() {
        assertThat(Broken.rules(Ill.class))
                .containsOnlyKeys("startedServiceIsHealthySoon", "serviceStartsAgainAfterItsEnd", "noTextShowsASecret");
    }

    @Test
    void closeThatFailsTheSecondTimeIsFound() {
        assertThat(Broken.rules(ClosesOnce.class)).containsOnlyKeys("stopAndCloseAgainAreHarmless");
    }

    static class Good extends AgentServiceContract {
        @Override
        protected AgentService start() {
            return new Service();
        }

        @Override
        protected Set<String> secrets() {
            return Set.of("hunter2");
        }

        @Override
        protected void occupy(AgentService service) {
            ((Service) service).work = new CountDownLatch(1);
        }
    }

    static class Tells extends Good {
        @Override
        protected AgentService start() {
            return new Service() {
                @Override
                public Health health() {
                    return new Health(true, "logged in with hunter2");
                }
            };
        }
    }

    static class Swallows extends Good {
        @Override
        protected AgentService start() {
            return new Service() {
                @Override
                public void stop(Duration grace) {
                    try {
                        super.stop(grace);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("broken off", e);
                    }
                }
            };
        }
    }

    static class Stubborn extends Good {
        @Override
        protected AgentService start() {
            return new Service() {
                @Override
                public void stop(Duration grace) throws InterruptedException {
                    super.stop(Duration.ofHours(1));
                }
            };
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(300);
        }
    }

    static class Ill extends Stubborn {
        @Override
        protected AgentService start() {
            return new Service() {
                @Override
                public Health health() {
                    return new Health(false, "the cloud does not answer");
                }
            };
        }
    }

    static class ClosesOnce extends Good {
        @Override
        protected AgentService start() {
            return new Service() {
                private int closed;

                @Override
                public void close() {
                    closed++;
                    if (closed == 2) {
                        throw new IllegalStateException("it is closed");
                    }
                }
            };
        }
    }

    /** Waits for its work to end, which it does not by itself. */
    static class Service implements AgentService {
        private volatile CountDownLatch work = new CountDownLatch(0);

        @Override
        public Health health() {
            return new Health(true, "serving");
        }

        @Override
        public void stop(Duration grace) throws InterruptedException {
            work.await(grace.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {}
    }
}
