/** A simulated Waldur, DigitalOcean and Kubernetes API server over HTTP on loopback, and a broker for the events of that Waldur. */
module dev.siteagent.sandbox {
    requires transitive com.fasterxml.jackson.databind;
    requires java.net.http;
    requires jdk.httpserver;
    requires org.slf4j;

    exports dev.siteagent.sandbox.digitalocean;
    exports dev.siteagent.sandbox.http;
    exports dev.siteagent.sandbox.kubernetes;
    exports dev.siteagent.sandbox.stomp;
    exports dev.siteagent.sandbox.waldur;

    // JSON bodies are records, which Jackson reads and makes by reflection.
    opens dev.siteagent.sandbox.digitalocean to
            com.fasterxml.jackson.databind;
    opens dev.siteagent.sandbox.http to
            com.fasterxml.jackson.databind;
    opens dev.siteagent.sandbox.waldur to
            com.fasterxml.jackson.databind;
}
