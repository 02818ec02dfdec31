package dev.siteagent.core.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.kubernetes.ResourceType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Plays HobbyFarm: wants one machine, and takes it away in the roughest way that HobbyFarm knows. */
final class FarmPerformance {
    private static final String MACHINE = "dyn-1";
    private static final Duration LONGEST_CHAPTER = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final FarmStage stage;
    private final AgentThread agent;
    private final Story story;
    private final CloudNews droplets;

    FarmPerformance(FarmStage stage, AgentThread agent, Story story) {
        this.stage = stage;
        this.agent = agent;
        this.story = story;
        this.droplets = new CloudNews(story, stage.cloud());
        stage.cluster().onChange(new FarmNews(story));
        stage.cloud().tap(droplets);
    }

    /** Plays; returns whether all went as it should. */
    boolean play() throws InterruptedException {
        agent.start();
        return create() && delete() && nothingIsLeft();
    }

    private boolean create() throws InterruptedException {
        story.chapter("Part 1 of 2: somebody takes a course and needs a machine");
        story.tell(
                Actor.HOBBYFARM,
                "makes VirtualMachine " + MACHINE + ": template " + FarmStage.TEMPLATE + ", environment "
                        + FarmStage.ENVIRONMENT + ", which is digitalocean's");
        stage.cluster().create(FarmStage.VIRTUAL_MACHINE, FarmStage.NAMESPACE, MACHINE, virtualMachine());
        story.tell(Actor.HOBBYFARM, "writes its status: readyforprovisioning");
        stage.cluster().patchStatus(FarmStage.VIRTUAL_MACHINE, FarmStage.NAMESPACE, MACHINE, ready());
        return follow(MACHINE + " does not run", () -> status().equals("running"));
    }

    private boolean delete() throws InterruptedException {
        story.chapter("Part 2 of 2: the course is over");
        story.tell(Actor.HOBBYFARM, "deletes VirtualMachine " + MACHINE);
        stage.cluster().delete(FarmStage.VIRTUAL_MACHINE, FarmStage.NAMESPACE, MACHINE);
        story.tell(Actor.HOBBYFARM, "takes all finalizers off it, the bridge's too, as it does since release 3.2");
        ObjectNode none = Json.object();
        none.putObject("metadata").putArray("finalizers");
        stage.cluster().patch(FarmStage.VIRTUAL_MACHINE, FarmStage.NAMESPACE, MACHINE, none);
        return follow(MACHINE + " has left something behind", () -> left().isEmpty());
    }

    private static ObjectNode virtualMachine() {
        ObjectNode machine = Json.object();
        machine.putObject("metadata")
                .putObject("labels")
                .put("dynamic", "true")
                .put("hobbyfarm.io/environment", FarmStage.ENVIRONMENT)
                .put("hobbyfarm.io/provisioner", "digitalocean");
        machine.putObject("spec")
                .put("vm_template_id", FarmStage.TEMPLATE)
                .put("ssh_username", "root")
                .put("protocol", "ssh")
                .put("secret_name", "")
                .put("provision", false);
        return machine;
    }

    private static ObjectNode ready() {
        return Json.object()
                .put("status", "readyforprovisioning")
                .put("allocated", true)
                .put("tainted", false)
                .put("environment_id", FarmStage.ENVIRONMENT)
                .put("public_ip", "")
                .put("private_ip", "")
                .put("hostname", "")
                .put("ws_endpoint", "wss://shell.example.com");
    }

    private String status() {
        return stage.cluster()
                .get(FarmStage.VIRTUAL_MACHINE, FarmStage.NAMESPACE, MACHINE)
                .map(machine -> machine.at("/status/status").asText())
                .orElse("");
    }

    /** Waits until something is so and tells meanwhile what becomes of the droplet; returns whether it came to be so. */
    private boolean follow(String otherwise, BooleanSupplier end) throws InterruptedException {
        Duration deadline = story.elapsed().plus(LONGEST_CHAPTER);
        boolean ended = false;
        while (!ended && agent.alive() && story.elapsed().compareTo(deadline) < 0) {
            agent.endsWithin(LOOK);
            ended = end.getAsBoolean();
            droplets.look();
        }
        if (!ended) {
            story.tell(
                    Actor.HOBBYFARM,
                    agent.alive()
                            ? otherwise + " after " + LONGEST_CHAPTER.toSeconds() + " s"
                            : "the agent ended before the story did");
            events().forEach(event -> story.tell(Actor.KUBERNETES, event));
        }
        return ended;
    }

    private List<String> events() {
        return stage.cluster().list(ResourceType.EVENT, FarmStage.NAMESPACE).stream()
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }

    /** Returns what is there that was not before the story. */
    private List<String> left() {
        Stream<String> objects = Stream.of(FarmStage.VIRTUAL_MACHINE, FarmStage.DROPLET, FarmStage.KEY)
                .flatMap(type -> stage.cluster().list(type, FarmStage.NAMESPACE).stream()
                        .map(object ->
                                type.kind() + " " + object.at("/metadata/name").asText()));
        Stream<String> secrets = stage.cluster().list(ResourceType.SECRET, FarmStage.NAMESPACE).stream()
                .flatMap(secret -> secret(secret).stream());
        Stream<String> cloud = Stream.concat(
                stage.cloud().droplets().stream().map(droplet -> "droplet " + droplet.name()),
                stage.cloud().keys().stream().map(key -> "SSH key " + key.name()));
        return Stream.of(objects, secrets, cloud).flatMap(all -> all).toList();
    }

    private static Optional<String> secret(ObjectNode secret) {
        String name = secret.at("/metadata/name").asText();
        boolean asBefore = name.equals(FarmStage.TOKEN_SECRET)
                && secret.at("/metadata/finalizers").isEmpty();
        return asBefore ? Optional.empty() : Optional.of("Secret " + name);
    }

    private boolean nothingIsLeft() {
        List<String> left = left();
        left.forEach(what -> story.tell(Actor.HOBBYFARM, "there still is " + what));
        return left.isEmpty();
    }
}
