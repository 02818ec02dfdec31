package dev.siteagent.core.waldur;

import dev.siteagent.spi.Secret;

/** Asks a Waldur behind a proxy for its version, in a process of its own: the JDK reads what this is about only once. */
final class TunnelProbe {
    private TunnelProbe() {}

    public static void main(String[] args) throws Exception {
        // As a run does before it knows its proxy.
        WaldurClient.rehearse();
        WaldurConnection connection = WaldurConnection.to(args[0], new WaldurCredentials.Token(Secret.of("t")), "test")
                .withVerifySsl(false)
                .withProxy(HttpProxy.parse(args[1]));
        System.out.println(WaldurClient.builder(connection).build().version());
    }
}
