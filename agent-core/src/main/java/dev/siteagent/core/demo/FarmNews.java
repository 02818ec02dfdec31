package dev.siteagent.core.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.sandbox.kubernetes.Change;
import dev.siteagent.sandbox.kubernetes.ResourceType;
import java.util.function.Consumer;

/** Tells what the bridge does in the cluster, and what the API server does by itself. */
final class FarmNews implements Consumer<Change> {
    private final Story story;

    FarmNews(Story story) {
        this.story = story;
    }

    @Override
    public void accept(Change change) {
        if (change.type().equals(ResourceType.DEFINITION)) {
            story.tell(Actor.AGENT, "installs the definition " + change.name());
        } else if (change.type().equals(FarmStage.VIRTUAL_MACHINE)) {
            virtualMachine(change);
        } else if (change.type().equals(FarmStage.DROPLET) || change.type().equals(FarmStage.KEY)) {
            own(change);
        } else if (change.type().equals(ResourceType.SECRET)) {
            secret(change);
        }
    }

    private void virtualMachine(Change change) {
        String name = change.name();
        if (appears(change, "/metadata/finalizers/0")) {
            story.tell(Actor.AGENT, "puts its finalizer on VirtualMachine " + name + ": it cannot go unnoticed now");
        }
        if (differs(change, "/spec/secret_name")) {
            story.tell(
                    Actor.AGENT,
                    "tells HobbyFarm where the private key is: Secret "
                            + change.object().at("/spec/secret_name").asText());
        }
        String status = change.object().at("/status/status").asText();
        if (differs(change, "/status/status") && !status.equals("readyforprovisioning")) {
            String address = change.object().at("/status/public_ip").asText();
            story.tell(
                    Actor.AGENT,
                    "writes the status of " + name + ": " + status
                            + (address.isEmpty()
                                    ? ""
                                    : ", at address " + address + ", host name "
                                            + change.object()
                                                    .at("/status/hostname")
                                                    .asText()));
        }
    }

    private void own(Change change) {
        String object = change.type().kind() + " " + change.name();
        if (change.what() == Change.What.ADDED) {
            story.tell(Actor.AGENT, "makes the object " + object + ": what it is about to ask DigitalOcean for");
        } else if (change.what() == Change.What.DELETED) {
            story.tell(Actor.AGENT, "has it confirmed, and lets " + object + " go");
        } else if (appears(change, "/metadata/deletionTimestamp")) {
            story.tell(
                    Actor.KUBERNETES,
                    "deletes " + object + ", whose owner is gone; its own finalizer keeps it until the cloud is clean");
        } else if (appears(change, "/status/tags/0")) {
            story.tell(
                    Actor.AGENT,
                    "notes in " + object
                            + " the account, the token's Secret and the tags, so that a crash loses nothing");
        } else if (differs(change, "/status/id")) {
            story.tell(
                    Actor.AGENT,
                    "notes in " + object + " the number that DigitalOcean gave: "
                            + change.object().at("/status/id").asText());
        }
    }

    private void secret(Change change) {
        boolean tokens = change.name().equals(FarmStage.TOKEN_SECRET);
        if (tokens && appears(change, "/metadata/finalizers/0")) {
            story.tell(
                    Actor.AGENT, "protects Secret " + change.name() + ", whose token it needs for the deletion, too");
        } else if (tokens && appears(change.object(), change.before(), "/metadata/finalizers/0")) {
            story.tell(Actor.AGENT, "lets go of Secret " + change.name() + ": no machine depends on it any more");
        } else if (!tokens && change.what() == Change.What.ADDED) {
            story.tell(Actor.AGENT, "makes a key pair and keeps it in Secret " + change.name());
        } else if (!tokens && change.what() == Change.What.DELETED) {
            story.tell(Actor.KUBERNETES, "deletes Secret " + change.name() + ", whose owner is gone");
        }
    }

    private static boolean appears(Change change, String pointer) {
        return appears(change.before(), change.object(), pointer);
    }

    private static boolean appears(JsonNode before, JsonNode after, String pointer) {
        return before.at(pointer).isMissingNode() && !after.at(pointer).isMissingNode();
    }

    private static boolean differs(Change change, String pointer) {
        String after = change.object().at(pointer).asText();
        return !after.isEmpty() && !after.equals(change.before().at(pointer).asText());
    }
}
