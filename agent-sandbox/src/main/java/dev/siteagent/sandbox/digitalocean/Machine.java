package dev.siteagent.sandbox.digitalocean;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The inner state of a droplet. Guarded by its {@link Droplets}. */
final class Machine {
    final long id;
    final String region;
    final Instant createdAt;
    final boolean listedAtOnce;
    private Image image;
    private final List<Long> sshKeys;
    private final String userData;
    private final String vpcUuid;
    private final Addresses addresses;
    private final Set<String> tags = new LinkedHashSet<>();
    private final Set<String> tagKeys = new HashSet<>();
    private final List<Long> snapshots = new ArrayList<>();
    private final Set<String> features = new LinkedHashSet<>();

    private String name;
    private Size size;
    private int disk;
    private boolean booted;
    private Droplet.Status status = Droplet.Status.NEW;
    private Droplet.Status statusBefore = Droplet.Status.NEW;
    private Instant statusSince;

    /** The action in progress, null for none: the droplet is locked by it. */
    PendingAction pending;

    Machine(long id, NewDroplet wanted, Addresses addresses, Instant now, boolean listedAtOnce) {
        this.id = id;
        this.name = wanted.name();
        this.region = wanted.region().slug();
        this.size = wanted.size();
        this.disk = wanted.size().disk();
        this.image = wanted.image();
        this.sshKeys = List.copyOf(wanted.sshKeys());
        this.userData = wanted.userData();
        this.vpcUuid = wanted.vpcUuid();
        this.addresses = addresses;
        this.createdAt = now;
        this.statusSince = now;
        this.listedAtOnce = listedAtOnce;
        wanted.tags().forEach(this::tag);
        feature("backups", wanted.backups());
        feature("monitoring", wanted.monitoring());
        feature("private_networking", true);
        feature("ipv6", wanted.ipv6());
    }

    Droplet.Status status() {
        return status;
    }

    void status(Droplet.Status next, Instant when) {
        statusBefore = status;
        status = next;
        statusSince = when;
    }

    void boot(Instant when) {
        booted = true;
        status(Droplet.Status.ACTIVE, when);
        // A first boot has no earlier status that could be shown for a while: its addresses come with it.
        statusBefore = Droplet.Status.ACTIVE;
    }

    Size size() {
        return size;
    }

    int disk() {
        return disk;
    }

    void resize(Size next, boolean diskToo) {
        size = next;
        disk = diskToo ? next.disk() : disk;
    }

    void rebuild(Image next, Instant when) {
        image = next;
        status(Droplet.Status.ACTIVE, when);
    }

    void rename(String next) {
        name = next;
    }

    String name() {
        return name;
    }

    void feature(String feature, boolean on) {
        if (on) {
            features.add(feature);
        } else {
            features.remove(feature);
        }
    }

    void snapshot(long imageId) {
        snapshots.add(imageId);
    }

    boolean hasTag(String key) {
        return tagKeys.contains(key);
    }

    void tag(String spelling) {
        if (tagKeys.add(Tags.key(spelling))) {
            tags.add(spelling);
        }
    }

    void untag(String name) {
        tagKeys.remove(Tags.key(name));
        tags.removeIf(tag -> Tags.key(tag).equals(Tags.key(name)));
    }

    Droplet show(Instant now, Habits habits) {
        Droplet.Status shown = now.isBefore(statusSince.plus(habits.statusLag())) ? statusBefore : status;
        return new Droplet(
                id,
                name,
                shown,
                pending != null,
                region,
                size,
                size.memory(),
                size.vcpus(),
                disk,
                habits.lacksImage(id) ? null : image,
                tags.stream().map(habits::spell).toList(),
                sshKeys,
                userData,
                booted ? addresses.publicIpv4() : null,
                booted ? addresses.privateIpv4() : null,
                booted && features.contains("ipv6") ? addresses.publicIpv6() : null,
                List.copyOf(features),
                List.copyOf(snapshots),
                vpcUuid,
                createdAt);
    }
}
