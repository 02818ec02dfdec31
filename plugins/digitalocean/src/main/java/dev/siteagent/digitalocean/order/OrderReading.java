package dev.siteagent.digitalocean.order;

import dev.siteagent.digitalocean.DigitalOceanSettings;
import dev.siteagent.digitalocean.api.DropletRequest.BackupPolicy;
import dev.siteagent.digitalocean.api.DropletRequest.Features;
import dev.siteagent.digitalocean.order.OrderedDroplet.Placement;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resolves what a resource's attributes and options, its limits and the settings ask for together. */
public final class OrderReading {
    private static final Logger log = LoggerFactory.getLogger(OrderReading.class);
    private static final int LARGEST_USER_DATA = 64 * 1024;
    private static final String KEY_NAME = "waldur-site-agent";
    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final List<String> BACKUP_PLANS = List.of("daily", "weekly");
    private static final List<String> BACKUP_WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final List<String> BACKUP_HOURS = List.of("0", "4", "8", "12", "16", "20");

    /** Every attribute that means something. */
    static final Set<String> KNOWN = Set.of(
            "region",
            "backend_region_id",
            "image",
            "backend_image_id",
            "size",
            "backend_size_id",
            "size_slug",
            "user_data",
            "cloud_init",
            "ssh_key_id",
            "ssh_key_fingerprint",
            "ssh_public_key",
            "ssh_key_name",
            "tags",
            "vpc_uuid",
            "ipv6",
            "backups",
            "backup_plan",
            "backup_weekday",
            "backup_hour",
            "monitoring",
            "droplet_agent",
            "firewall_tags",
            "project_id",
            "wait_for",
            // What Waldur itself puts among the attributes.
            "name",
            "description");

    private final DigitalOceanSettings settings;
    private final SizeMapping sizes;

    /**
     * Reads orders of one offering.
     *
     * @param settings the offering's settings
     */
    public OrderReading(DigitalOceanSettings settings) {
        this.settings = settings;
        this.sizes = new SizeMapping(settings.sizeMapping());
    }

    /**
     * Resolves an order.
     *
     * @param resource the resource that was ordered
     * @return the droplet to make
     * @throws PermanentBackendException when something is missing or wrong; says what
     */
    public OrderedDroplet read(Resource resource) throws PermanentBackendException {
        Attributes order = new Attributes(resource.attributes(), resource.options());
        Set<String> unknown = order.unknown(KNOWN);
        if (!unknown.isEmpty()) {
            log.warn("Resource {} has attributes that mean nothing here: {}", resource.uuid(), unknown);
        }
        return new OrderedDroplet(
                DropletName.of(resource.name(), resource.slug(), resource.uuid()),
                required("region", order.text("backend_region_id", "region"), settings.defaultRegion()),
                size(order, resource.limits()),
                required("image", order.text("backend_image_id", "image"), settings.defaultImage()),
                key(order),
                tags(order, resource),
                userData(order),
                features(order),
                placement(order));
    }

    /**
     * Resolves what is left to do once the droplet exists.
     *
     * @param resource the resource that was ordered
     * @throws PermanentBackendException when it is wrong; says what
     */
    public Placement placement(Resource resource) throws PermanentBackendException {
        return placement(new Attributes(resource.attributes(), resource.options()));
    }

    private static String required(String what, Optional<String> ordered, String otherwise)
            throws PermanentBackendException {
        return ordered.or(() -> given(otherwise))
                .map(String::strip)
                .orElseThrow(() -> new PermanentBackendException("The order gives no " + what
                        + ", and there is no default_" + what + ". Give the attribute " + what
                        + ", or set default_" + what + " in backend_settings"));
    }

    private String size(Attributes order, Map<String, Long> limits) throws PermanentBackendException {
        Optional<String> ordered = order.text("backend_size_id", "size", "size_slug");
        Optional<String> matched = sizes.match(limits);
        if (ordered.isEmpty() && given(settings.defaultSize()).isEmpty()) {
            if (matched.isPresent()) {
                return matched.get();
            }
            if (!limits.isEmpty() && !settings.sizeMapping().isEmpty()) {
                return sizes.require(limits);
            }
        }
        String size = required("size", ordered, settings.defaultSize());
        if (ordered.isEmpty() && matched.isPresent() && !matched.get().equals(size)) {
            log.warn("default_size {} is taken, although the ordered limits stand for {}", size, matched.get());
        }
        return size;
    }

    private KeyChoice key(Attributes order) throws PermanentBackendException {
        String name = order.text("ssh_key_name")
                .or(() -> given(settings.defaultSshKeyName()))
                .orElse(KEY_NAME);
        Optional<Long> id = order.number("ssh_key_id");
        Optional<String> fingerprint = order.text("ssh_key_fingerprint");
        Optional<String> publicKey = order.text("ssh_public_key");
        boolean ordered = id.isPresent() || fingerprint.isPresent() || publicKey.isPresent();
        return ordered
                ? choice(id, fingerprint, publicKey, name)
                : choice(
                        Optional.ofNullable(settings.defaultSshKeyId()),
                        given(settings.defaultSshKeyFingerprint()),
                        given(settings.defaultSshPublicKey()),
                        name);
    }

    private static KeyChoice choice(
            Optional<Long> id, Optional<String> fingerprint, Optional<String> publicKey, String name) {
        if (id.isPresent()) {
            return new KeyChoice.ById(id.get());
        }
        if (fingerprint.isPresent()) {
            return new KeyChoice.ByFingerprint(fingerprint.get());
        }
        return publicKey.isPresent() ? new KeyChoice.ByPublicKey(publicKey.get(), name) : new KeyChoice.None();
    }

    private List<String> tags(Attributes order, Resource resource) throws PermanentBackendException {
        List<String> firewalls = order.has("firewall_tags") ? order.texts("firewall_tags") : settings.firewallTags();
        return Tags.of(
                OwnerTag.of(resource.uuid()),
                settings.defaultTags(),
                Stream.concat(order.texts("tags").stream(), firewalls.stream()).toList());
    }

    private String userData(Attributes order) throws PermanentBackendException {
        String userData = order.text("user_data", "cloud_init")
                .or(() -> given(settings.defaultUserData()))
                .orElse(null);
        if (userData != null && userData.getBytes(StandardCharsets.UTF_8).length > LARGEST_USER_DATA) {
            throw new PermanentBackendException("The user data is larger than 64 KiB, the most that DigitalOcean takes."
                    + " Shorten user_data, or let it fetch the rest");
        }
        return userData;
    }

    private Features features(Attributes order) throws PermanentBackendException {
        Boolean backups = order.truth("backups").orElse(settings.backups());
        BackupPolicy policy = Boolean.FALSE.equals(backups) ? null : backupPolicy(order);
        return new Features(
                policy == null ? backups : Boolean.TRUE,
                policy,
                order.truth("ipv6").orElse(settings.ipv6()),
                order.truth("monitoring").orElse(settings.monitoring()),
                order.truth("droplet_agent").orElse(settings.dropletAgent()),
                null,
                order.text("vpc_uuid")
                        .or(() -> given(settings.vpcUuid()))
                        .map(String::strip)
                        .orElse(null));
    }

    /** A plan of the order stands alone; a day or an hour without one moves the window of the settings' policy. */
    private BackupPolicy backupPolicy(Attributes order) throws PermanentBackendException {
        String plan = chosen("backup_plan", order.text("backup_plan"), BACKUP_PLANS);
        String weekday = chosen("backup_weekday", order.text("backup_weekday"), BACKUP_WEEKDAYS);
        Integer hour = backupHour(order);
        if (plan != null) {
            return new BackupPolicy(plan, weekday, hour);
        }
        DigitalOceanSettings.BackupPolicy policy = settings.backupPolicy();
        if (policy != null) {
            return new BackupPolicy(
                    policy.plan(), weekday == null ? policy.weekday() : weekday, hour == null ? policy.hour() : hour);
        }
        if (weekday != null || hour != null) {
            throw new PermanentBackendException("The order says when to back up, but gives no backup_plan, and there is"
                    + " no backup_policy in backend_settings. Give the attribute backup_plan");
        }
        return null;
    }

    private static Integer backupHour(Attributes order) throws PermanentBackendException {
        Optional<String> hour = order.number("backup_hour").map(number -> Long.toString(number));
        String chosen = chosen("backup_hour", hour, BACKUP_HOURS);
        return chosen == null ? null : Integer.valueOf(chosen);
    }

    private static String chosen(String attribute, Optional<String> value, List<String> offered)
            throws PermanentBackendException {
        Optional<String> chosen = value.map(String::strip);
        if (chosen.isPresent() && !offered.contains(chosen.get())) {
            throw new PermanentBackendException("The attribute " + attribute + " of the order must be one of "
                    + String.join(", ", offered) + ". Correct it and order again");
        }
        return chosen.orElse(null);
    }

    private Placement placement(Attributes order) throws PermanentBackendException {
        return new Placement(projectId(order), WaitFor.of(order.text("wait_for").orElse(settings.waitFor())));
    }

    private String projectId(Attributes order) throws PermanentBackendException {
        Optional<String> project =
                order.text("project_id").or(() -> given(settings.projectId())).map(String::strip);
        if (project.isPresent() && !UUID_FORM.matcher(project.get()).matches()) {
            throw new PermanentBackendException("The project is not named by a UUID. Correct "
                    + (order.has("project_id")
                            ? "the attribute project_id of the order"
                            : "project_id in backend_settings"));
        }
        return project.orElse(null);
    }

    private static Optional<String> given(String setting) {
        return Optional.ofNullable(setting).filter(text -> !text.isBlank());
    }
}
