package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.digitalocean.Action;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the packaged agent (SIGKILL) immediately after each write it makes, to Waldur or to DigitalOcean, and starts it
 * again: every order ends as it should, with the right machines, and nothing is done twice.
 */
class CrashIT {
    /** Most of the time is spent waiting, so several runs go on side by side. */
    private static final int SIDE_BY_SIDE = 3;

    @TempDir
    private Path outputs;

    /** An order from its preparation to the check of its end. */
    private abstract static class Story {
        private final String name;
        private final boolean registers;

        /**
         * A story.
         *
         * @param name what it is about
         * @param registers whether the agent is killed while it registers, too; that is the same in every story
         */
        Story(String name, boolean registers) {
            this.name = name;
            this.registers = registers;
        }

        /** Prepares the site, which may take runs of the agent, and places the order. */
        abstract OrderSnapshot place(Site site, Run run) throws Exception;

        /** Checks what is there in the end. */
        abstract void check(Site site, OrderSnapshot order);
    }

    /** Runs the agent once. */
    @FunctionalInterface
    private interface Run {
        void toItsEnd() throws Exception;
    }

    @Test
    void createSurvivesEveryCrash() throws Exception {
        killAtEveryWrite(new Story("create", true) {
            @Override
            OrderSnapshot place(Site site, Run run) {
                return site.orderMachine("web");
            }

            @Override
            void check(Site site, OrderSnapshot order) {
                assertThat(site.cloud().createCount()).isEqualTo(1);
                Droplet droplet = soleDroplet(site);
                ResourceSnapshot resource = site.waldur().resource(order.resource());
                assertThat(resource.state()).isEqualTo(ResourceSnapshot.State.OK);
                assertThat(resource.backendId()).isEqualTo(Long.toString(droplet.id()));
                assertThat(resource.backendMetadata()
                                .at("/droplet/networks/public_ipv4")
                                .asText())
                        .isEqualTo(droplet.publicIpv4());
                assertThat(site.waldur().agents()).hasSize(1);
            }
        });
    }

    @Test
    void updateSurvivesEveryCrash() throws Exception {
        killAtEveryWrite(new Story("update", false) {
            @Override
            OrderSnapshot place(Site site, Run run) throws Exception {
                OrderSnapshot create = site.orderMachine("web");
                run.toItsEnd();
                return site.waldur()
                        .updateOrder(
                                create.resource(),
                                NewOrder.plain()
                                        .limit("cpu", 2)
                                        .limit("ram", 4096)
                                        .limit("disk", 81920));
            }

            @Override
            void check(Site site, OrderSnapshot order) {
                Droplet droplet = soleDroplet(site);
                assertThat(droplet.size().slug()).isEqualTo("s-2vcpu-4gb");
                assertThat(droplet.status()).isEqualTo(Droplet.Status.ACTIVE);
                assertThat(site.cloud().actions(droplet.id()))
                        .extracting(Action::type)
                        .containsOnlyOnce("resize");
                assertThat(site.waldur().resource(order.resource()).limits()).containsEntry("cpu", 2L);
            }
        });
    }

    @Test
    void restoreSurvivesEveryCrash() throws Exception {
        killAtEveryWrite(new Story("restore", false) {
            @Override
            OrderSnapshot place(Site site, Run run) {
                OrderSnapshot create = site.orderMachine("web");
                site.waldur().cancelOrder(create.uuid());
                return site.waldur().restoreOrder(create.resource(), NewOrder.plain());
            }

            @Override
            void check(Site site, OrderSnapshot order) {
                assertThat(site.cloud().createCount()).isEqualTo(1);
                assertThat(site.waldur().resource(order.resource()).backendId())
                        .isEqualTo(Long.toString(soleDroplet(site).id()));
            }
        });
    }

    @Test
    void terminateSurvivesEveryCrash() throws Exception {
        killAtEveryWrite(new Story("terminate", false) {
            @Override
            OrderSnapshot place(Site site, Run run) throws Exception {
                OrderSnapshot create = site.orderMachine("web");
                site.orderMachine("neighbour");
                run.toItsEnd();
                return site.waldur().terminateOrder(create.resource());
            }

            @Override
            void check(Site site, OrderSnapshot order) {
                assertThat(soleDroplet(site).name()).isEqualTo("neighbour");
                assertThat(site.waldur().resource(order.resource()).state())
                        .isEqualTo(ResourceSnapshot.State.TERMINATED);
            }
        });
    }

    private static Droplet soleDroplet(Site site) {
        assertThat(site.cloud().droplets()).hasSize(1);
        return site.cloud().droplets().get(0);
    }

    private void killAtEveryWrite(Story story) throws Exception {
        List<String> places = tell(story, "", "undisturbed").stream()
                .filter(place -> story.registers || !place.contains("site-agent-"))
                .toList();
        assertThat(places).as("writes of an undisturbed run").isNotEmpty();
        ExecutorService runs = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        try {
            List<Future<List<String>>> ended = new ArrayList<>();
            for (String place : places) {
                String folder = "killed-" + (ended.size() + 1);
                ended.add(runs.submit(() -> tell(story, place, folder)));
            }
            for (int i = 0; i < places.size(); i++) {
                result(ended.get(i), places.get(i));
            }
        } finally {
            runs.shutdownNow();
        }
        System.out.println(story.name + ": killed at " + places.size() + " points: " + places);
    }

    private static void result(Future<List<String>> run, String place) throws InterruptedException {
        try {
            run.get();
        } catch (ExecutionException e) {
            throw new AssertionError(
                    "killed after " + place + ": " + e.getCause().getMessage(), e.getCause());
        }
    }

    /** Tells a story once, with the agent killed at a place; returns all places where it wrote. */
    private List<String> tell(Story story, String place, String folder) throws Exception {
        Path output = Files.createDirectories(outputs.resolve(folder));
        try (Site site = new Site()) {
            site.cloud().habits().bootDuration(Duration.ofMillis(200)).actionDuration(Duration.ofMillis(100));
            PackagedAgent agent = site.givesTokensTo(PackagedAgent.in(output));
            String configuration = site.configuration(output).toString();
            OrderSnapshot order = story.place(site, () -> ends(agent, configuration));
            KillSwitch kill = place.isEmpty() ? KillSwitch.recordingAt(site) : KillSwitch.strikingAt(site, place);
            if (!place.isEmpty()) {
                dies(agent, configuration, kill);
            }
            ends(agent, configuration);
            assertThat(site.waldur().order(order.uuid()).state())
                    .as(agent.everythingWritten())
                    .isEqualTo(OrderSnapshot.State.DONE);
            story.check(site, order);
            assertThat(site.waldur().failures()).isEmpty();
            assertThat(site.cloud().failures()).isEmpty();
            assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
            return kill.places();
        }
    }

    private static void dies(PackagedAgent agent, String configuration, KillSwitch kill) throws Exception {
        try (AgentProcess process = agent.start("-m", "order_process", "-c", configuration, "--once")) {
            kill.victim(process);
            AgentProcess.Ended ended = process.ended(120, TimeUnit.SECONDS);
            assertThat(kill.struck()).as("the agent was killed\n" + ended.out()).isTrue();
            assertThat(ended.status()).isEqualTo(128 + 9);
        }
    }

    private static void ends(PackagedAgent agent, String configuration) throws IOException, InterruptedException {
        try (AgentProcess process = agent.start("-m", "order_process", "-c", configuration, "--once")) {
            AgentProcess.Ended ended = process.ended(120, TimeUnit.SECONDS);
            assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
        }
    }
}
