/** The host: what serves Waldur's offerings and has plugins do the work. */
module dev.siteagent.core {
    requires ch.qos.logback.classic;
    requires ch.qos.logback.core;
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.yaml;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires dev.siteagent.sandbox;
    requires dev.siteagent.spi;
    requires com.github.zafarkhaja.semver;
    requires info.picocli;
    requires io.prometheus.metrics.config;
    requires io.prometheus.metrics.core;
    requires io.prometheus.metrics.instrumentation.jvm;
    requires io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires jakarta.validation;
    requires java.net.http;
    requires jdk.httpserver;
    requires org.hibernate.validator;
    requires org.objectweb.asm;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
    requires pf4j;
    // Named by its file: the jar names no module.
    requires sentry;

    // Plugins on the host's own class or module path.
    uses dev.siteagent.spi.AgentServiceProvider;
    uses dev.siteagent.spi.BackendProvider;
    uses dev.siteagent.spi.UsernameBackendProvider;

    // What libraries read and make by reflection: commands, sections of the configuration, bodies of Waldur's API.
    opens dev.siteagent.core.cli to
            info.picocli;
    opens dev.siteagent.core.config to
            org.hibernate.validator;
    opens dev.siteagent.core.waldur to
            com.fasterxml.jackson.databind;
}
