package dev.siteagent.sandbox.waldur;

import dev.siteagent.sandbox.waldur.Entities.Customer;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Order;
import dev.siteagent.sandbox.waldur.Entities.Project;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import dev.siteagent.sandbox.waldur.Entities.SshKey;
import dev.siteagent.sandbox.waldur.Entities.User;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All that the simulated Waldur holds, under one lock: whoever reads or changes an entity does it within {@link #read} or
 * {@link #write}. Listeners hear of an order after the lock is free again, on the thread that changed it.
 */
final class Marketplace {
    final Map<UUID, Offering> offerings = new LinkedHashMap<>();
    final Map<UUID, Project> projects = new LinkedHashMap<>();
    final Map<UUID, User> users = new LinkedHashMap<>();
    final Map<UUID, Resource> resources = new LinkedHashMap<>();
    final Map<UUID, Order> orders = new LinkedHashMap<>();
    final List<SshKey> sshKeys = new ArrayList<>();
    final Customer provider =
            new Customer(UUID.randomUUID(), UUID.randomUUID(), "Sandbox Provider", "sandbox-provider");
    final Customer consumer = new Customer(UUID.randomUUID(), UUID.randomUUID(), "Sandbox University", "sandbox-uni");

    private final Clock clock;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Condition changed = lock.writeLock().newCondition();
    private final List<Consumer<OrderSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<OrderSnapshot> events = new ArrayList<>();
    private final Map<String, Integer> slugs = new LinkedHashMap<>();

    Marketplace(Clock clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    void listen(Consumer<OrderSnapshot> listener) {
        listeners.add(listener);
    }

    <T> T read(Supplier<T> action) {
        Lock reading = lock.readLock();
        reading.lock();
        try {
            return action.get();
        } finally {
            reading.unlock();
        }
    }

    <T> T write(Supplier<T> action) {
        List<OrderSnapshot> heard;
        T result;
        lock.writeLock().lock();
        try {
            result = action.get();
        } finally {
            heard = List.copyOf(events);
            events.clear();
            changed.signalAll();
            lock.writeLock().unlock();
        }
        heard.forEach(order -> listeners.forEach(listener -> listener.accept(order)));
        return result;
    }

    void change(Runnable change) {
        write(() -> {
            change.run();
            return true;
        });
    }

    /** Waits until something is true, which only a change can make so; returns false when the time is up. */
    boolean await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.writeLock().lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Records that an order changed, for the listeners. */
    void changed(Order order) {
        order.modified = now();
        order.resource.modified = order.modified;
        events.add(order.snapshot());
    }

    /** Makes a slug that no one else has. */
    String slug(String name) {
        String plain =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String stem = plain.isEmpty() ? "x" : plain.substring(0, Math.min(plain.length(), 40));
        int number = slugs.merge(stem, 1, Integer::sum);
        return number == 1 ? stem : stem + "-" + number;
    }

    Offering offering(UUID uuid) {
        return known(offerings, uuid, "offering");
    }

    Project project(UUID uuid) {
        return known(projects, uuid, "project");
    }

    Resource resource(UUID uuid) {
        return known(resources, uuid, "resource");
    }

    Order order(UUID uuid) {
        return known(orders, uuid, "order");
    }

    /** Finds what a caller of the Java interface names; what a request names is looked up with a refusal instead. */
    static <T> T known(Map<UUID, T> entities, UUID uuid, String kind) {
        T entity = entities.get(uuid);
        if (entity == null) {
            throw new IllegalArgumentException("the sandbox has no " + kind + " " + uuid);
        }
        return entity;
    }
}
