package dev.siteagent.distribution;

import dev.siteagent.sandbox.http.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Kills the agent between a write and its answer: the write took effect, and nobody was told. Without a place to strike it
 * only writes the places down. Thread-safe.
 *
 * <p>A place is a write and how often it came before, such as {@code POST /v2/droplets #1}: ids are left out, so that the
 * places of two runs can be compared.
 */
final class KillSwitch {
    private final String place;
    private final List<String> places = new ArrayList<>();
    private final Map<String, Integer> seen = new HashMap<>();
    private final CompletableFuture<AgentProcess> victim = new CompletableFuture<>();
    private boolean struck;

    private KillSwitch(String place) {
        this.place = place;
    }

    /** Puts a switch between a site and its agent that kills nobody. */
    static KillSwitch recordingAt(Site site) {
        return new KillSwitch("").at(site);
    }

    /** Puts a switch between a site and its agent that strikes at one place. */
    static KillSwitch strikingAt(Site site, String place) {
        return new KillSwitch(place).at(site);
    }

    private KillSwitch at(Site site) {
        site.waldur().tap((request, response) -> written("Waldur", request));
        site.cloud().tap((request, response) -> written("DigitalOcean", request));
        return this;
    }

    /** Names the process to kill. */
    void victim(AgentProcess process) {
        victim.complete(process);
    }

    /** Returns the places so far, in the order of the writes. */
    synchronized List<String> places() {
        return List.copyOf(places);
    }

    /** Returns whether the agent was killed. */
    synchronized boolean struck() {
        return struck;
    }

    private void written(String service, Request request) throws InterruptedException {
        boolean strike;
        synchronized (this) {
            String write = service + " " + request.method() + " " + withoutIds(request);
            String here = write + " #" + seen.merge(write, 1, Integer::sum);
            places.add(here);
            strike = here.equals(place);
            struck |= strike;
        }
        if (strike) {
            victim.join().kill();
        }
    }

    /** Returns the path without ids, and for an action of a droplet its type. */
    private static String withoutIds(Request request) {
        String path = request.path().replaceAll("/[0-9a-f]{32}(?=/|$)", "/…").replaceAll("/[0-9]+(?=/|$)", "/…");
        return path.endsWith("/actions")
                ? path + " " + request.json().path("type").asText()
                : path;
    }
}
