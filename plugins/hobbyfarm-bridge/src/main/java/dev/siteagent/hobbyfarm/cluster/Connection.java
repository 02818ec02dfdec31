package dev.siteagent.hobbyfarm.cluster;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections to an API server, and the namespace to work in. */
public final class Connection {
    private static final Logger log = LoggerFactory.getLogger(Connection.class);
    private static final Path POD_NAMESPACE = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");
    private static final int CONNECT_MILLIS = 10_000;
    private static final int REQUEST_MILLIS = 30_000;
    private static final int RETRIES = 2;

    private Connection() {}

    /**
     * Opens a connection. Reaches no network.
     *
     * @param kubeconfig a kubeconfig; empty for the pod's own credentials
     * @param context the context in it; empty for its current one
     * @param userAgent the value for {@code User-Agent}
     * @throws IOException when the kubeconfig cannot be read
     */
    public static KubernetesClient open(Optional<Path> kubeconfig, Optional<String> context, String userAgent)
            throws IOException {
        Config found = kubeconfig.isPresent()
                ? Config.fromKubeconfig(context.orElse(null), readable(kubeconfig.get()))
                : Config.autoConfigure(context.orElse(null));
        return open(found, userAgent, builder -> {});
    }

    /**
     * Opens a connection. Reaches no network.
     *
     * @param config where to, and as whom
     * @param userAgent the value for {@code User-Agent}
     * @param more called with what builds the connection, for interceptors
     */
    public static KubernetesClient open(Config config, String userAgent, Consumer<KubernetesClientBuilder> more) {
        Config own = new ConfigBuilder(config)
                .withUserAgent(userAgent)
                .withConnectionTimeout(CONNECT_MILLIS)
                .withRequestTimeout(REQUEST_MILLIS)
                .withRequestRetryBackoffLimit(RETRIES)
                .build();
        KubernetesClientBuilder builder =
                new KubernetesClientBuilder().withConfig(own).withHttpClientFactory(new JdkHttpClientFactory());
        more.accept(builder);
        return builder.build();
    }

    private static File readable(Path kubeconfig) throws IOException {
        if (!Files.isReadable(kubeconfig)) {
            throw new NoSuchFileException(kubeconfig.toString(), null, "there is no such file, or it cannot be read");
        }
        return kubeconfig.toFile();
    }

    /**
     * Returns the namespace to work in: the configured one, else {@code HF_NAMESPACE}, else the pod's, else {@code
     * default}.
     *
     * @param configured as the settings have it
     * @param environment reads an environment variable, null when it is not set
     */
    public static String namespace(Optional<String> configured, UnaryOperator<String> environment) {
        return configured
                .or(() -> Optional.ofNullable(environment.apply("HF_NAMESPACE")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .or(Connection::podNamespace)
                .orElse("default");
    }

    private static Optional<String> podNamespace() {
        if (!Files.isReadable(POD_NAMESPACE)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(POD_NAMESPACE, StandardCharsets.UTF_8)
                            .strip())
                    .filter(name -> !name.isEmpty());
        } catch (IOException e) {
            log.warn("the pod's namespace cannot be read from {}: {}", POD_NAMESPACE, e.getMessage());
            return Optional.empty();
        }
    }
}
