package dev.siteagent.digitalocean.machines;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.api.SshKey;
import dev.siteagent.digitalocean.droplets.AccountCheck;
import dev.siteagent.digitalocean.droplets.BackendFailures;
import dev.siteagent.digitalocean.droplets.DropletIndex;
import dev.siteagent.digitalocean.droplets.MachineDroplets;
import dev.siteagent.digitalocean.keys.KeyRing;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.Outcome;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Machines that are droplets of one account. Thread-safe. */
public final class DigitalOceanMachines implements Machines {
    /** Every named parameter of a machine, and whether it is required. */
    public static final Map<String, Boolean> PARAMETERS = MachineParameters.KNOWN;

    private static final Logger log = LoggerFactory.getLogger(DigitalOceanMachines.class);
}
