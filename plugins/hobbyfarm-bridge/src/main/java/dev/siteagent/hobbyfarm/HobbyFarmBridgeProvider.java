package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.cluster.Connection;
import dev.siteagent.hobbyfarm.work.RealTime;
import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;

/** The service {@code hobbyfarm}: machines for HobbyFarm from every loaded backend that can make some. */
public final class HobbyFarmBridgeProvider implements AgentServiceProvider<HobbyFarmSettings> {
    @Override
    public String type() {
        return "hobbyfarm";
    }

    @Override
    public Class<HobbyFarmSettings> settingsType() {
        return HobbyFarmSettings.class;
    }

    @Override
    public AgentService start(AgentServiceContext<HobbyFarmSettings> context) throws BackendException {
        HobbyFarmSettings settings = context.settings();
        if (context.machines().isEmpty()) {
            throw new PermanentBackendException("no loaded backend can make machines for HobbyFarm; put the jar of one,"
                    + " such as digitalocean, into the plugins directory");
        }
        String namespace = Connection.namespace(settings.namespace(), System::getenv);
        try {
            KubernetesClient client =
                    Connection.open(settings.kubeconfigPath(), settings.context(), context.userAgent());
            HobbyFarmBridge bridge = new HobbyFarmBridge(
                    client, namespace, context, Pace.usual(settings), new RealTime(context.clock()));
            bridge.start();
            return bridge;
        } catch (IOException | KubernetesClientException e) {
            throw new PermanentBackendException(
                    "the kubeconfig " + settings.kubeconfig().orElse("of the environment") + " cannot be read: "
                            + e.getMessage() + "; correct kubeconfig and context of the hobbyfarm service",
                    e);
        }
    }
}
