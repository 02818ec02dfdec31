package dev.siteagent.digitalocean.api;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the parts of DigitalOcean's answers into records, with 64 bits for every id. */
final class AnswerReader {
    private static final Pattern PAGE_NUMBER = Pattern.compile("[?&]page=([0-9]{1,9})(?:&|$)");

    private AnswerReader() {}

    static Droplet droplet(JsonFields json) {
        return new Droplet(
                json.id(),
                json.optionalText("name").orElse(""),
                Droplet.Status.of(json.text("status")),
                json.truth("locked", false),
                json.optionalText("size_slug")
                        .or(() -> json.object("size").flatMap(size -> size.optionalText("slug")))
                        .orElse(""),
                json.number("vcpus"),
                json.number("memory"),
                json.number("disk"),
                json.object("size")
                        .flatMap(size -> size.optionalNumber("transfer"))
                        .orElse(null),
                json.object("region")
                        .flatMap(region -> region.optionalText("slug"))
                        .orElse(null),
                json.object("image").map(AnswerReader::image).orElse(null),
                json.time("created_at").orElse(null),
                networks(json),
                json.texts("tags"),
                json.values());
    }

    private static Droplet.Networks networks(JsonFields droplet) {
        return droplet.object("networks")
                .map(networks -> new Droplet.Networks(
                        address(networks, "v4", "public"),
                        address(networks, "v4", "private"),
                        address(networks, "v6", "public")))
                .orElse(new Droplet.Networks(null, null, null));
    }

    private static String address(JsonFields networks, String version, String type) {
        return networks.objects(version).stream()
                .filter(network -> network.optionalText("type").equals(Optional.of(type)))
                .flatMap(network -> network.optionalText("ip_address").stream())
                .findFirst()
                .orElse(null);
    }

    static Image image(JsonFields json) {
        return new Image(
                json.id(),
                json.optionalText("slug").filter(slug -> !slug.isEmpty()).orElse(null),
                json.optionalText("name").orElse(null),
                json.texts("regions"));
    }

    static Action action(JsonFields json) {
        return new Action(json.id(), json.optionalText("type").orElse(""), Action.Status.of(json.text("status")));
    }

    static SshKey sshKey(JsonFields json) {
        return new SshKey(json.id(), json.optionalText("name").orElse(""), json.text("fingerprint"), json.values());
    }

    static Size size(JsonFields json) {
        return new Size(
                json.text("slug"),
                json.truth("available", true),
                json.number("vcpus"),
                json.number("memory"),
                json.number("disk"),
                json.optionalNumber("transfer").orElse(0.0),
                json.texts("regions"));
    }

    static Region region(JsonFields json) {
        return new Region(json.text("slug"), json.optionalText("name").orElse(""), json.truth("available", true));
    }

    static Account account(JsonFields json) {
        return new Account(
                json.text("uuid"),
                json.object("team").flatMap(team -> team.optionalText("uuid")).orElse(null),
                json.optionalText("status").orElse("active"),
                json.optionalText("status_message").orElse("").strip(),
                json.number("droplet_limit"));
    }

    static <T> Page<T> page(JsonFields body, String list, Function<JsonFields, T> item) {
        return new Page<>(
                body.requiredObjects(list).stream().map(item).toList(),
                nextPage(body),
                body.object("meta").map(meta -> meta.wholeNumber("total")).orElse(OptionalInt.empty()));
    }

    /** Only the number is taken from the link: the host in it may be one that a proxy hides. */
    private static OptionalInt nextPage(JsonFields body) {
        return body.object("links")
                .flatMap(links -> links.object("pages"))
                .flatMap(pages -> pages.optionalText("next"))
                .map(PAGE_NUMBER::matcher)
                .filter(Matcher::find)
                .map(found -> OptionalInt.of(Integer.parseInt(found.group(1))))
                .orElse(OptionalInt.empty());
    }
}
