/** A plugin as a named module: what {@code META-INF/services} would say stands here. */
module com.example.cluster {
    requires dev.siteagent.spi;
    requires jakarta.validation;
    requires org.slf4j;

    provides dev.siteagent.spi.BackendProvider with
            com.example.cluster.ClusterProvider;
    provides dev.siteagent.spi.UsernameBackendProvider with
            com.example.cluster.ClusterUsernameProvider;
}
