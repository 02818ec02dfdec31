package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What the body of a create must say, checked in full before anything is made. */
final class CreateRules {
    private static final int MAX_USER_DATA = 64 * 1024;

    private final Catalogue catalogue;
    private final Keys keys;
    private final Tags tags;

    CreateRules(Catalogue catalogue, Keys keys, Tags tags) {
        this.catalogue = catalogue;
        this.keys = keys;
        this.tags = tags;
    }

    /**
     * Checks a body.
     *
     * @throws Unprocessable if DigitalOcean would refuse it
     */
    NewDroplet check(JsonNode body) {
        if (body.has("names")) {
            throw new Unprocessable("several droplets in one request are not simulated: send `name`, not `names`");
        }
        HostName.check(text(body, "name"));
        Size size = size(body);
        Image image = image(body);
        Region region = region(body, size, image);
        if (image.minDiskSize() > size.disk()) {
            throw new Unprocessable("The image needs a size with at least " + image.minDiskSize() + " GB of disk.");
        }
        return new NewDroplet(
                text(body, "name"),
                region,
                size,
                image,
                tags.declareAll(checkedTags(body)),
                keys.usable(identifiers(body)),
                userData(body),
                flag(body, "ipv6", false),
                flag(body, "backups", false),
                flag(body, "monitoring", false),
                flag(body, "public_networking", true),
                vpc(body, region));
    }

    private Size size(JsonNode body) {
        String slug = text(body, "size");
        return catalogue
                .size(slug == null ? "" : slug)
                .orElseThrow(() -> new Unprocessable("You specified an invalid size for Droplet creation."));
    }

    private Image image(JsonNode body) {
        JsonNode image = body.path("image");
        String slugOrId = image.isTextual() || image.isIntegralNumber() ? image.asText() : "";
        return catalogue
                .image(slugOrId)
                .orElseThrow(() -> new Unprocessable("You specified an invalid image for Droplet creation."));
    }

    private Region region(JsonNode body, Size size, Image image) {
        String slug = text(body, "region");
        if (slug == null) {
            return catalogue.regions().stream()
                    .filter(Region::available)
                    .filter(region -> size.regions().contains(region.slug())
                            && image.regions().contains(region.slug()))
                    .findFirst()
                    .orElseThrow(() -> new Unprocessable("No region has both the size and the image."));
        }
        Region region = catalogue
                .region(slug)
                .orElseThrow(() -> new Unprocessable("You specified an invalid region for Droplet creation."));
        if (!region.available()) {
            throw new Unprocessable("The region is not available at present.");
        }
        if (!size.regions().contains(slug)) {
            throw new Unprocessable("Size is not available in this region.");
        }
        if (!image.regions().contains(slug)) {
            throw new Unprocessable("The image you specified is not available in the selected region.");
        }
        return region;
    }

    private static List<String> checkedTags(JsonNode body) {
        List<String> names = new ArrayList<>();
        for (JsonNode name : list(body, "tags")) {
            if (!name.isTextual()) {
                throw new Unprocessable("tags must be a list of strings");
            }
            names.add(name.asText());
        }
        return names;
    }

    private static List<String> identifiers(JsonNode body) {
        List<String> identifiers = new ArrayList<>();
        for (JsonNode key : list(body, "ssh_keys")) {
            if (!key.isTextual() && !key.isIntegralNumber()) {
                throw new Unprocessable("ssh_keys must be a list of ids and fingerprints");
            }
            identifiers.add(key.asText());
        }
        return identifiers;
    }

    private static Iterable<JsonNode> list(JsonNode body, String name) {
        JsonNode list = body.path(name);
        if (list.isMissingNode() || list.isNull()) {
            return List.of();
        }
        if (!list.isArray()) {
            throw new Unprocessable(name + " must be a list");
        }
        return list;
    }

    private static String userData(JsonNode body) {
        String data = text(body, "user_data");
        if (data == null) {
            return "";
        }
        if (data.getBytes(StandardCharsets.UTF_8).length > MAX_USER_DATA) {
            throw new Unprocessable("User data is too large: 64 KiB at most");
        }
        return data;
    }

    private static boolean flag(JsonNode body, String name, boolean otherwise) {
        JsonNode flag = body.path(name);
        if (flag.isMissingNode() || flag.isNull()) {
            return otherwise;
        }
        if (!flag.isBoolean()) {
            throw new Unprocessable(name + " must be true or false");
        }
        return flag.asBoolean();
    }

    private static String vpc(JsonNode body, Region region) {
        String wanted = text(body, "vpc_uuid");
        String only = defaultVpc(region.slug());
        if (wanted != null && !wanted.equals(only)) {
            throw new Unprocessable("The VPC does not exist in the selected region.");
        }
        return only;
    }

    /** Returns the one network that each region has. */
    static String defaultVpc(String region) {
        return UUID.nameUUIDFromBytes(("vpc in " + region).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Returns the body of a plain create. */
    static JsonNode body(String name, String region, String size, String image, List<String> tags) {
        ObjectNode body = Json.object()
                .put("name", name)
                .put("region", region)
                .put("size", size)
                .put("image", image);
        body.set("tags", Json.tree(tags));
        return body;
    }

    /** Returns a text, null where it is absent or null. */
    static String text(JsonNode body, String name) {
        JsonNode value = body.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw new Unprocessable(name + " must be a string");
        }
        return value.asText();
    }
}
