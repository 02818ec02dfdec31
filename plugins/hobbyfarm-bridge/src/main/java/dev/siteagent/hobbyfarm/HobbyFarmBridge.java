package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Cluster;
import dev.siteagent.hobbyfarm.cluster.Definitions;
import dev.siteagent.hobbyfarm.cluster.Leadership;
import dev.siteagent.hobbyfarm.keys.KeyPairs;
import dev.siteagent.hobbyfarm.keys.SshKeyPair;
import dev.siteagent.hobbyfarm.model.Tags;
import dev.siteagent.hobbyfarm.reconcile.Controllers;
import dev.siteagent.hobbyfarm.work.Timekeeper;
import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.MachinesProvider.MachinesContext;
import dev.siteagent.spi.Secret;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running bridge of one namespace: installs the definitions, stands for election, and works while it leads. An API
 * server that cannot be reached is tried again; nothing but {@link #stop} ends the bridge.
 */
final class HobbyFarmBridge implements AgentService {
    private static final Logger log = LoggerFactory.getLogger(HobbyFarmBridge.class);

    private final KubernetesClient client;
    private final String namespace;
    private final AgentServiceContext<HobbyFarmSettings> context;
    private final Pace pace;
    private final Timekeeper time;
    private final Map<String, Backend> backends;
    private final ExecutorService threads;
    private final ExecutorService keyThread;
    private final KeyPairs keyPairs;

    private int failures;
    private boolean stopped;
    private Leadership.Candidacy candidacy;
    private Controllers controllers;
    private String trouble = "starting";

    HobbyFarmBridge(
            KubernetesClient client,
            String namespace,
            AgentServiceContext<HobbyFarmSettings> context,
            Pace pace,
            Timekeeper time) {
        this.client = client;
        this.namespace = namespace;
        this.context = context;
        this.pace = pace;
        this.time = time;
        this.backends = context.machines().values().stream()
                .map(Backend::of)
                .collect(Collectors.toUnmodifiableMap(Backend::name, backend -> backend));
        this.threads = Executors.newCachedThreadPool(named("hobbyfarm-bridge"));
        this.keyThread = Executors.newSingleThreadExecutor(named("hobbyfarm-keys"));
        SecureRandom random = new SecureRandom();
        this.keyPairs =
                new KeyPairs(() -> SshKeyPair.generate(context.settings().keyType(), random), keyThread);
    }

    private static ThreadFactory named(String name) {
        // What the host gave this thread, a new one would not have: the plugin's class loader.
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    /** Starts; returns at once. */
    void start() {
        threads.execute(this::prepare);
    }

    private void prepare() {
        try {
            Definitions definitions = new Definitions(client);
            backends.values().forEach(backend -> definitions.install(backend.naming()));
            String site = Tags.site(clusterUid(), namespace);
            stand(site);
        } catch (KubernetesClientException e) {
            tryAgain("the API server cannot be used: " + e.getMessage());
        } catch (RuntimeException unforeseen) {
            // Nobody else would start the bridge again.
            log.error("HobbyFarm bridge in namespace {} cannot be prepared", namespace, unforeseen);
            tryAgain("it cannot be prepared: " + unforeseen.getMessage());
        }
    }

    /** Identifies the cluster: this namespace is in every one, and lives as long as it. */
    private String clusterUid() {
        Namespace system = client.namespaces().withName("kube-system").get();
        if (system == null) {
            throw new KubernetesClientException("there is no namespace kube-system, which identifies the cluster");
        }
        return system.getMetadata().getUid();
    }

    private synchronized void stand(String site) {
        if (stopped) {
            return;
        }
        trouble = "another replica leads";
        Leadership leadership = new Leadership(client, namespace, "site-agent-" + UUID.randomUUID(), pace.lease());
        candidacy = leadership.stand(threads, () -> won(site), this::over);
    }

    /** Leadership was lost, or was never had; nothing may be written any more. */
    private void over(Throwable failure) {
        lost();
        tryAgain(failure == null ? "leadership was lost" : "the election failed: " + failure.getMessage());
    }

    private synchronized void won(String site) {
        if (stopped) {
            return;
        }
        failures = 0;
        trouble = "";
        log.info("this process leads in namespace {}", namespace);
        controllers = new Controllers(
                client,
                new Cluster(client, namespace),
                new Controllers.Plan(
                        backends,
                        site,
                        pace.resync(),
                        pace.listingLag(),
                        context.settings().workers(),
                        pace.backOff()),
                this::account,
                keyPairs,
                time);
        controllers.start();
    }

    private MachinesContext account(String backend, Secret token) {
        return new MachinesContext(
                token,
                Optional.ofNullable(context.settings().apiUrls().get(backend)),
                context.proxy(),
                context.userAgent(),
                context.rateBudgets(),
                context.clock());
    }

    private void lost() {
        Controllers ended;
        synchronized (this) {
            ended = controllers;
            controllers = null;
        }
        if (ended != null) {
            ended.close();
        }
    }

    private synchronized void tryAgain(String why) {
        if (stopped) {
            return;
        }
        trouble = why;
        Duration pause = pace.backOff().after(++failures);
        log.warn("HobbyFarm bridge in namespace {}: {}; again in {}", namespace, why, pause);
        time.after(pause, () -> threads.execute(this::prepare));
    }

    @Override
    public synchronized Health health() {
        if (!trouble.isEmpty()) {
            return new Health(trouble.equals("another replica leads"), "namespace " + namespace + ": " + trouble);
        }
        boolean healthy = controllers != null && controllers.healthy();
        return new Health(
                healthy,
                "namespace " + namespace + ": "
                        + (healthy ? "serving " + backends.keySet() : "reading the cluster's objects"));
    }

    /** Returns how many objects are being worked on, or wait for a thread. */
    synchronized int busy() {
        return controllers == null ? 0 : controllers.busy();
    }

    @Override
    public void stop(Duration grace) throws InterruptedException {
        Leadership.Candidacy ending;
        synchronized (this) {
            stopped = true;
            ending = candidacy;
        }
        lost();
        if (ending != null) {
            ending.giveUp();
        }
        threads.shutdown();
        keyThread.shutdownNow();
        if (!threads.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
            threads.shutdownNow();
        }
    }

    @Override
    public void close() {
        time.close();
        threads.shutdownNow();
        keyThread.shutdownNow();
        client.close();
    }
}
