package dev.siteagent.hobbyfarm.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectorBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Leadership among the replicas of one namespace, by the Lease {@value #LEASE} of that namespace: who has it works, the
 * others wait.
 */
public final class Leadership {
    /** The name of the lease. */
    public static final String LEASE = "hobbyfarm-bridge";

    private final KubernetesClient client;
    private final String namespace;
    private final String identity;
    private final Duration lease;

    /**
     * Claims nothing yet.
     *
     * @param client the connection
     * @param namespace the namespace that is worked on
     * @param identity this process, different from all other replicas
     * @param lease how long a leader that has died still counts as one
     */
    public Leadership(KubernetesClient client, String namespace, String identity, Duration lease) {
        this.client = client;
        this.namespace = namespace;
        this.identity = identity;
        this.lease = lease;
    }

    /**
     * Stands for election, once.
     *
     * @param executor runs the election
     * @param won called when this process leads
     * @param over called when the election has ended: leadership was lost, given up, or never had; with the failure that
     *     ended it, null when there was none
     */
    public Candidacy stand(Executor executor, Runnable won, Consumer<Throwable> over) {
        LeaderElector elector = new LeaderElectorBuilder(client, executor)
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName(LEASE)
                        .withLock(new LeaseLock(namespace, LEASE, identity))
                        .withLeaseDuration(lease)
                        .withRenewDeadline(lease.multipliedBy(2).dividedBy(3))
                        .withRetryPeriod(lease.dividedBy(7))
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(new LeaderCallbacks(won, () -> {}, leader -> {}))
                        .build())
                .build();
        CompletableFuture<?> election = elector.start();
        return new Candidacy(election, election.whenComplete((done, failure) -> over.accept(failure)));
    }

    /** A running election. */
    public static final class Candidacy {
        private final CompletableFuture<?> election;
        private final CompletableFuture<?> told;

        private Candidacy(CompletableFuture<?> election, CompletableFuture<?> told) {
            this.election = election;
            this.told = told;
        }

        /** Gives up, and gives the lease back, so that another replica need not wait for its end. */
        public void giveUp() {
            election.cancel(true);
        }

        /** Returns whether the election has ended and that was told. */
        public boolean isOver() {
            return told.isDone();
        }
    }
}
