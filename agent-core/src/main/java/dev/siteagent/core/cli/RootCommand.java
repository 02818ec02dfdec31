package dev.siteagent.core.cli;

import picocli.CommandLine.Command;

@Command(
        name = "site-agent",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        description = "Serves Waldur offerings: takes the orders of customers and has plugins do the work.")
final class RootCommand implements Runnable {
    RootCommand(Surroundings surroundings) {}

    @Override
    public void run() {}
}
