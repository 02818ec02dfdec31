/** A simulated Waldur, DigitalOcean and Kubernetes API server over HTTP on loopback. */
module dev.siteagent.sandbox {
    requires transitive com.fasterxml.jackson.databind;
    requires jdk.httpserver;
    requires org.slf4j;

    exports dev.siteagent.sandbox.digitalocean;
    exports dev.siteagent.sandbox.http;
    exports dev.siteagent.sandbox.kubernetes;
    exports dev.siteagent.sandbox.waldur;

    // JSON bodies are records, which Jackson reads and makes by reflection.
    opens dev.siteagent.sandbox.digitalocean to
            com.fasterxml.jackson.databind;
    opens dev.siteagent.sandbox.http to
            com.fasterxml.jackson.databind;
    opens dev.siteagent.sandbox.waldur to
            com.fasterxml.jackson.databind;
}
