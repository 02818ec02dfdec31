package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.keys.KeyType;
import dev.siteagent.spi.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The section of a service of type {@code hobbyfarm}.
 *
 * @param namespace the namespace of HobbyFarm; empty for the environment variable {@code HF_NAMESPACE}, else the pod's
 *     own, else {@code default}
 * @param kubeconfig path of a kubeconfig; empty for the pod's own credentials
 * @param context the context in it; empty for its current one
 * @param resyncSeconds seconds between listings of machines that run, 1 to 3600
 * @param workers objects reconciled at once, 1 to 64
 * @param keyType the kind of SSH keys
 * @param apiUrls backend name to another address of its cloud, for a proxy or a test server
 */
public record HobbyFarmSettings(
        @Setting(
                description = "the namespace of HobbyFarm",
                defaultValue = "HF_NAMESPACE, else the pod's own, else default")
        Optional<String> namespace,

        @Setting(description = "path of a kubeconfig", defaultValue = "the pod's own credentials")
        Optional<String> kubeconfig,

        @Setting(description = "the context in the kubeconfig", defaultValue = "its current one")
        Optional<String> context,

        @Setting(description = "seconds between listings of machines that run") @Min(1) @Max(3600)
        Integer resyncSeconds,

        @Setting(description = "objects reconciled at once") @Min(1) @Max(64)
        Integer workers,

        @Setting(description = "the kind of SSH keys") KeyType keyType,

        @Setting(description = "backend name to another address of its cloud, for a proxy or a test server")
        Map<String, URI> apiUrls) {
    private static final int USUAL_RESYNC_SECONDS = 30;
    private static final int USUAL_WORKERS = 8;

    /** Puts the usual values where the file has none. */
    public HobbyFarmSettings {
        namespace = present(namespace);
        kubeconfig = present(kubeconfig);
        context = present(context);
        resyncSeconds = resyncSeconds == null ? USUAL_RESYNC_SECONDS : resyncSeconds;
        workers = workers == null ? USUAL_WORKERS : workers;
        keyType = keyType == null ? KeyType.RSA : keyType;
        apiUrls = apiUrls == null ? Map.of() : Map.copyOf(apiUrls);
    }

    /** Returns the settings of an empty section. */
    public static HobbyFarmSettings usual() {
        return new HobbyFarmSettings(Optional.empty(), Optional.empty(), Optional.empty(), null, null, null, null);
    }

    /** Returns the path of the kubeconfig. */
    Optional<Path> kubeconfigPath() {
        return kubeconfig.map(Path::of);
    }

    private static Optional<String> present(Optional<String> value) {
        return value == null ? Optional.empty() : value.map(String::strip).filter(text -> !text.isEmpty());
    }
}
