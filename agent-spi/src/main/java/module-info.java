/** What a plugin compiles against. */
module dev.siteagent.spi {
    requires transitive jakarta.validation;
    requires transitive org.slf4j;

    exports dev.siteagent.spi;

    uses dev.siteagent.spi.BackendProvider;
    uses dev.siteagent.spi.UsernameBackendProvider;
    uses dev.siteagent.spi.AgentServiceProvider;
}
