package dev.siteagent.digitalocean;

import dev.siteagent.digitalocean.api.Account;
import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.api.Image;
import dev.siteagent.digitalocean.api.Page;
import dev.siteagent.digitalocean.api.Region;
import dev.siteagent.digitalocean.api.Size;
import dev.siteagent.digitalocean.keys.PublicKey;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Diagnosis.Finding;
import dev.siteagent.spi.Diagnosis.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/** Looks at account, limits, scopes and defaults, and says of each what to change. Changes nothing. */
final class Diagnostics {
    /** A fingerprint that no key has: asking for it tells whether the token may read keys. */
    private static final String NO_KEY = "00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00";

    /** An action that no account has: asking for it tells whether the token may read actions. */
    private static final long NO_ACTION = 1;

    private final DigitalOceanApi api;
    private final DigitalOceanSettings settings;

    Diagnostics(DigitalOceanApi api, DigitalOceanSettings settings) {
        this.api = api;
        this.settings = settings;
    }

    @FunctionalInterface
    private interface Check {
        void run(List<Finding> findings) throws ApiException, InterruptedException;
    }

    Diagnosis run() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        OptionalInt limit = account(findings);
        attempt(findings, found -> droplets(found, limit));
        attempt(findings, this::tags);
        attempt(findings, this::actions);
        attempt(findings, this::keys);
        publicKey(findings);
        attempt(findings, this::region);
        attempt(findings, this::image);
        attempt(findings, this::sizes);
        budget(findings);
        add(
                findings,
                Level.GOOD,
                "Write scopes (droplet:create, droplet:update, droplet:delete, ssh_key:create,"
                        + " tag:create) are unknown: only using them would tell");
        return new Diagnosis(findings);
    }

    private static void attempt(List<Finding> findings, Check check) throws InterruptedException {
        try {
            check.run(findings);
        } catch (ApiException e) {
            add(findings, Level.BAD, e.getMessage());
        }
    }

    /** Returns how many droplets the account may have; empty when it cannot be read. */
    private OptionalInt account(List<Finding> findings) throws InterruptedException {
        try {
            Account account = api.account();
            boolean active = account.status().equals("active");
            add(
                    findings,
                    active ? Level.GOOD : Level.WARNING,
                    "Account " + account.identity() + " is " + account.status()
                            + (account.statusMessage().isEmpty() ? "" : ": " + account.statusMessage())
                            + (active ? "" : ". Settle it with DigitalOcean"));
            return OptionalInt.of(account.dropletLimit());
        } catch (ApiException e) {
            add(findings, Level.BAD, e.getMessage());
            return OptionalInt.empty();
        }
    }

    private void droplets(List<Finding> findings, OptionalInt limit) throws ApiException, InterruptedException {
        Page<Droplet> droplets = api.droplets(1);
        int used = droplets.total().orElse(droplets.items().size());
        boolean full = limit.isPresent() && used >= limit.getAsInt();
        add(
                findings,
                full ? Level.WARNING : Level.GOOD,
                used + (limit.isPresent() ? " of at most " + limit.getAsInt() : "") + " droplets exist"
                        + (full ? ". Ask DigitalOcean to raise the limit, or destroy what is not needed" : ""));
    }

    private void tags(List<Finding> findings) throws ApiException, InterruptedException {
        api.tryTags();
        add(findings, Level.GOOD, "Tags can be read, which tell whose a droplet is");
    }

    private void actions(List<Finding> findings) throws ApiException, InterruptedException {
        try {
            api.action(NO_ACTION);
            add(findings, Level.GOOD, "Actions can be read");
        } catch (ApiException.NotFound readable) {
            add(findings, Level.GOOD, "Actions can be read");
        }
    }

    /** The key itself: whether the account has it already makes no difference, since it would be registered. */
    private void publicKey(List<Finding> findings) {
        String wanted = given(settings.defaultSshPublicKey());
        if (wanted == null) {
            return;
        }
        try {
            PublicKey key = PublicKey.parse(wanted);
            add(findings, Level.GOOD, "The default SSH public key has the fingerprint " + key.fingerprint());
        } catch (PublicKey.MalformedException e) {
            add(
                    findings,
                    Level.BAD,
                    "The default SSH public key cannot be read: " + e.getMessage()
                            + ". Correct default_ssh_public_key");
        }
    }

    private void keys(List<Finding> findings) throws ApiException, InterruptedException {
        String fingerprint = given(settings.defaultSshKeyFingerprint());
        String wanted = settings.defaultSshKeyId() != null
                ? settings.defaultSshKeyId().toString()
                : fingerprint == null
                        ? null
                        : fingerprint.toLowerCase(Locale.ROOT).replaceFirst("^md5:", "");
        try {
            api.sshKey(wanted == null ? NO_KEY : wanted);
            add(findings, Level.GOOD, "The default SSH key exists");
        } catch (ApiException.NotFound e) {
            if (wanted == null) {
                add(findings, Level.GOOD, "SSH keys can be read");
            } else {
                add(
                        findings,
                        Level.BAD,
                        "The default SSH key " + wanted
                                + " does not exist in the account. Correct default_ssh_key_id or default_ssh_key_fingerprint");
            }
        }
    }

    private void region(List<Finding> findings) throws ApiException, InterruptedException {
        List<Region> regions = api.regions();
        String wanted = given(settings.defaultRegion());
        if (wanted == null) {
            add(findings, Level.GOOD, "There is no default_region: every order must give a region");
            return;
        }
        boolean open = regions.stream()
                .anyMatch(region -> region.available() && region.slug().equals(wanted));
        TreeSet<String> choice = new TreeSet<>();
        regions.stream().filter(Region::available).map(Region::slug).forEach(choice::add);
        add(
                findings,
                open ? Level.GOOD : Level.BAD,
                open
                        ? "The region " + wanted + " is open"
                        : "The region " + wanted + " does not exist or is closed. Set default_region to one of "
                                + choice);
    }

    private void image(List<Finding> findings) throws ApiException, InterruptedException {
        String wanted = given(settings.defaultImage());
        if (wanted == null) {
            add(findings, Level.GOOD, "There is no default_image: every order must give an image");
            return;
        }
        try {
            Image image = api.image(wanted);
            String region = given(settings.defaultRegion());
            boolean there = region == null
                    || image.regions().isEmpty()
                    || image.regions().contains(region);
            add(
                    findings,
                    there ? Level.GOOD : Level.BAD,
                    there
                            ? "The image " + wanted + " can be used"
                            : "The image " + wanted + " is not in region " + region
                                    + ". Set default_image to another, or transfer it there");
        } catch (ApiException.NotFound e) {
            add(findings, Level.BAD, "The image " + wanted + " does not exist. Correct default_image");
        }
    }

    private void sizes(List<Finding> findings) throws ApiException, InterruptedException {
        List<Size> sizes = api.sizes();
        TreeSet<String> wanted = new TreeSet<>(settings.sizeMapping().keySet());
        if (given(settings.defaultSize()) == null) {
            add(findings, Level.GOOD, "There is no default_size: an order gives a size, or limits that stand for one");
        } else {
            wanted.add(given(settings.defaultSize()));
        }
        for (String slug : wanted) {
            size(
                    findings,
                    slug,
                    sizes.stream().filter(size -> size.slug().equals(slug)).findFirst());
        }
    }

    private void size(List<Finding> findings, String slug, Optional<Size> size) {
        String region = given(settings.defaultRegion());
        if (size.isEmpty() || !size.get().available()) {
            add(
                    findings,
                    Level.BAD,
                    "The size " + slug + " does not exist or is not offered any more."
                            + " Correct default_size or size_mapping");
        } else if (region != null && !size.get().regions().contains(region)) {
            // An order for a size of the mapping may give another region; one for the defaults fails for certain.
            add(
                    findings,
                    slug.equals(given(settings.defaultSize())) ? Level.BAD : Level.WARNING,
                    "The size " + slug + " is not offered in region " + region
                            + ". Choose another size or another default_region");
        } else {
            add(findings, Level.GOOD, "The size " + slug + " is offered");
        }
    }

    private void budget(List<Finding> findings) {
        api.rateStatus().ifPresent(rate -> {
            int left = rate.remaining().orElse(0);
            int limit = rate.limit().orElse(0);
            boolean low = left < limit / 10;
            add(
                    findings,
                    low ? Level.WARNING : Level.GOOD,
                    left + " of " + limit + " requests an hour are left"
                            + (low ? ". Use a token of its own for this agent" : ""));
        });
    }

    private static String given(String setting) {
        return setting == null || setting.isBlank() ? null : setting.strip();
    }

    private static void add(List<Finding> findings, Level level, String text) {
        findings.add(new Finding(level, text));
    }
}
