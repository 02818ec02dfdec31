package dev.siteagent.sandbox.digitalocean;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The regions, sizes and images on offer: a small part of the real ones at first. Can be changed while requests run.
 * Thread-safe.
 */
public final class Catalogue {
    private static final List<String> EVERYWHERE = List.of("nyc1", "nyc3", "ams3", "fra1", "lon1", "sgp1");

    private final Map<String, Region> regions = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, Size> sizes = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<Long, Image> images = Collections.synchronizedMap(new LinkedHashMap<>());

    private Catalogue() {}

    static Catalogue standard() {
        Catalogue catalogue = new Catalogue();
        catalogue.put(new Region("nyc1", "New York 1", true));
        catalogue.put(new Region("nyc3", "New York 3", true));
        catalogue.put(new Region("ams3", "Amsterdam 3", true));
        catalogue.put(new Region("fra1", "Frankfurt 1", true));
        catalogue.put(new Region("lon1", "London 1", true));
        catalogue.put(new Region("sgp1", "Singapore 1", true));
        catalogue.put(new Region("sfo1", "San Francisco 1", false));
        catalogue.put(new Size("s-1vcpu-512mb-10gb", 512, 1, 10, 0.5, 4, List.of("nyc1", "ams3", "fra1"), "Basic"));
        catalogue.put(new Size("s-1vcpu-1gb", 1024, 1, 25, 1, 6, EVERYWHERE, "Basic"));
        catalogue.put(new Size("s-1vcpu-2gb", 2048, 1, 50, 2, 12, EVERYWHERE, "Basic"));
        catalogue.put(new Size("s-2vcpu-2gb", 2048, 2, 60, 3, 18, EVERYWHERE, "Basic"));
        catalogue.put(new Size("s-2vcpu-4gb", 4096, 2, 80, 4, 24, EVERYWHERE, "Basic"));
        catalogue.put(new Size("s-4vcpu-8gb", 8192, 4, 160, 5, 48, EVERYWHERE, "Basic"));
        catalogue.put(new Size("s-8vcpu-16gb", 16384, 8, 320, 6, 96, EVERYWHERE, "Basic"));
        catalogue.put(new Size("c-2", 4096, 2, 25, 4, 42, List.of("nyc1", "nyc3", "fra1"), "CPU-Optimized"));
        catalogue.put(new Size("g-2vcpu-8gb", 8192, 2, 25, 4, 63, List.of("nyc3", "ams3"), "General Purpose"));
        catalogue.put(new Image(151200000, "ubuntu-24-04-x64", "24.04 (LTS) x64", "Ubuntu", EVERYWHERE, 7, "base"));
        catalogue.put(new Image(129211873, "ubuntu-22-04-x64", "22.04 (LTS) x64", "Ubuntu", EVERYWHERE, 7, "base"));
        catalogue.put(new Image(133500000, "debian-12-x64", "12 x64", "Debian", EVERYWHERE, 7, "base"));
        catalogue.put(new Image(118100000, "rockylinux-9-x64", "9 x64", "Rocky Linux", EVERYWHERE, 10, "base"));
        catalogue.put(
                new Image(162000001, null, "classroom-2026-01", "Ubuntu", List.of("fra1", "ams3"), 25, "snapshot"));
        return catalogue;
    }

    /** Offers a region, in place of one with the same slug. */
    public void put(Region region) {
        regions.put(region.slug(), region);
    }

    /** Offers a size, in place of one with the same slug. */
    public void put(Size size) {
        sizes.put(size.slug(), size);
    }

    /** Offers an image, in place of one with the same id. */
    public void put(Image image) {
        images.put(image.id(), image);
    }

    /** Retires an image by slug or id: no more droplet can be made from it. */
    public void retireImage(String slugOrId) {
        image(slugOrId).ifPresent(image -> images.remove(image.id()));
    }

    /** Returns the regions in their order. */
    public List<Region> regions() {
        synchronized (regions) {
            return List.copyOf(regions.values());
        }
    }

    /** Returns the sizes in their order. */
    public List<Size> sizes() {
        synchronized (sizes) {
            return List.copyOf(sizes.values());
        }
    }

    /** Returns the images in their order. */
    public List<Image> images() {
        synchronized (images) {
            return List.copyOf(images.values());
        }
    }

    /** Returns the region with a slug. */
    public Optional<Region> region(String slug) {
        return Optional.ofNullable(regions.get(slug));
    }

    /** Returns the size with a slug. */
    public Optional<Size> size(String slug) {
        return Optional.ofNullable(sizes.get(slug));
    }

    /** Returns the image with a slug or, written in digits, an id. */
    public Optional<Image> image(String slugOrId) {
        return images().stream()
                .filter(image -> slugOrId.equals(image.slug()) || slugOrId.equals(Long.toString(image.id())))
                .findFirst();
    }
}
