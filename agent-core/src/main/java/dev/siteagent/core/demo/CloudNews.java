package dev.siteagent.core.demo;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.WriteTap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells what the agent asks the cloud for, and what becomes of the droplets: a droplet that boots, stops or grows does so
 * without a request, so {@link #look()} compares with what was there before.
 */
final class CloudNews implements WriteTap {
    private final Story story;
    private final DigitalOceanSandbox cloud;
    private final Map<Long, Droplet> known = new HashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private int made;

    CloudNews(Story story, DigitalOceanSandbox cloud) {
        this.story = story;
        this.cloud = cloud;
    }

    @Override
    public void written(Request request, Response response) {
        String path = request.path();
        if (path.equals("/v2/droplets") && request.method().equals("POST")) {
            story.tell(
                    Actor.AGENT,
                    "asks DigitalOcean for a droplet, which is a machine: size "
                            + request.json().path("size").asText() + ", in region "
                            + request.json().path("region").asText());
            asked.incrementAndGet();
        } else if (path.equals("/v2/account/keys") && request.method().equals("POST")) {
            story.tell(Actor.AGENT, "registers the public key at DigitalOcean");
        } else if (path.startsWith("/v2/account/keys/") && request.method().equals("DELETE")) {
            story.tell(Actor.AGENT, "removes the public key from DigitalOcean");
        } else if (path.endsWith("/actions")) {
            act(
                    request.json().path("type").asText(),
                    request.json().path("size").asText());
        } else if (path.startsWith("/v2/droplets/") && request.method().equals("DELETE")) {
            story.tell(Actor.AGENT, "has DigitalOcean destroy the droplet");
        }
    }

    private void act(String type, String size) {
        switch (type) {
            case "shutdown" ->
                story.tell(Actor.AGENT, "asks the droplet to shut down: only a droplet that is off can grow");
            case "power_off" -> story.tell(Actor.AGENT, "has the droplet switched off");
            case "resize" -> story.tell(Actor.AGENT, "has the droplet resized to " + size);
            case "power_on" -> story.tell(Actor.AGENT, "has the droplet switched on again");
            default -> story.tell(Actor.AGENT, "asks DigitalOcean for " + type);
        }
    }

    /** Looks at the droplets and tells what changed since the last look. Called by one thread. */
    void look() {
        Set<Long> gone = new HashSet<>(known.keySet());
        for (Droplet now : cloud.droplets()) {
            if (!known.containsKey(now.id()) && made == asked.get()) {
                // It is there a moment before its request was told.
                continue;
            }
            gone.remove(now.id());
            Droplet before = known.put(now.id(), now);
            compare(before, now);
        }
        for (long id : gone) {
            known.remove(id);
            story.tell(Actor.CLOUD, "droplet " + id + " is gone, and costs nothing any more");
        }
    }

    private void compare(Droplet before, Droplet now) {
        if (before == null) {
            made++;
            story.tell(Actor.CLOUD, "droplet " + now.id() + " is made; it boots");
            return;
        }
        if (!before.size().slug().equals(now.size().slug())) {
            story.tell(
                    Actor.CLOUD,
                    "droplet " + now.id() + " has " + now.vcpus() + " processors and " + now.memory() + " MiB now");
        }
        if (before.status() != now.status()) {
            switch (now.status()) {
                case ACTIVE -> story.tell(Actor.CLOUD, "droplet " + now.id() + " runs, at address " + now.publicIpv4());
                case OFF -> story.tell(Actor.CLOUD, "droplet " + now.id() + " is off");
                case NEW, ARCHIVE -> {
                    // Neither is a state that a droplet of the demo gets into.
                }
            }
        }
    }
}
