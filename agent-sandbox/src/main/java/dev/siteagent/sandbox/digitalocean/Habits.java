package dev.siteagent.sandbox.digitalocean;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/**
 * How the simulated DigitalOcean behaves: how long things take and which of its known oddities it shows. All can be changed
 * while requests run; a change applies to what begins after it unless said otherwise. Thread-safe.
 */
public final class Habits {
    private volatile Duration bootDuration = Duration.ofSeconds(2);
    private volatile Duration actionDuration = Duration.ofSeconds(1);
    private volatile Duration shutdownTimeout = Duration.ofSeconds(60);
    private volatile Duration deleteDuration = Duration.ZERO;
    private volatile Duration listingLag = Duration.ZERO;
    private volatile Duration statusLag = Duration.ZERO;
    private volatile Duration keyLag = Duration.ZERO;
    private volatile boolean deleteIgnoredWhileLocked;
    private volatile boolean archiveAfterDelete;
    private volatile int dropletLimit = 10_000;
    private volatile Guest guest = Guest.OBEYS;
    private volatile UnaryOperator<String> tagSpelling = UnaryOperator.identity();
    private final Map<String, Duration> actionDurations = new ConcurrentHashMap<>();
    private final Map<Long, Guest> guests = new ConcurrentHashMap<>();
    private final Set<Long> withoutImage = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> failing = new ConcurrentLinkedQueue<>();

    Habits() {}

    /** What a droplet's operating system makes of a {@code shutdown}. */
    public enum Guest {
        /** It shuts down. */
        OBEYS,
        /** It goes on, and the action is called completed all the same. */
        IGNORES_SHUTDOWN,
        /** It goes on, and the action errs after {@link Habits#shutdownTimeout(Duration)}. */
        LETS_SHUTDOWN_TIME_OUT
    }

    /** Sets how long a new droplet takes to boot; 2 s at first. */
    public Habits bootDuration(Duration duration) {
        bootDuration = duration;
        return this;
    }

    /** Sets how long every other action takes; 1 s at first. */
    public Habits actionDuration(Duration duration) {
        actionDuration = duration;
        return this;
    }

    /** Sets how long the actions of one type take, such as {@code resize}. */
    public Habits actionDuration(String type, Duration duration) {
        actionDurations.put(type, duration);
        return this;
    }

    /** Sets when a {@code shutdown} errs that the guest lets time out; 60 s at first. */
    public Habits shutdownTimeout(Duration duration) {
        shutdownTimeout = duration;
        return this;
    }

    /** Sets how long a droplet can still be seen, locked, after its DELETE; at first it is gone at once. */
    public Habits deleteDuration(Duration duration) {
        deleteDuration = duration;
        return this;
    }

    /** Sets how long lists, by tag and without, do not show a new droplet; applies to droplets made already, too. */
    public Habits listingLag(Duration duration) {
        listingLag = duration;
        return this;
    }

    /** Sets how long a droplet shows its old status after a power action is called completed. */
    public Habits statusLag(Duration duration) {
        statusLag = duration;
        return this;
    }

    /** Sets how long a new key cannot be used to make a droplet; applies to keys added already, too. */
    public Habits keyLag(Duration duration) {
        keyLag = duration;
        return this;
    }

    /** Sets whether a DELETE of a droplet that is {@code new} or locked answers 204 and does nothing. */
    public Habits deleteIgnoredWhileLocked(boolean ignored) {
        deleteIgnoredWhileLocked = ignored;
        return this;
    }

    /** Sets whether a destroyed droplet can still be asked for, with the status {@code archive}, instead of 404. */
    public Habits archiveAfterDelete(boolean archive) {
        archiveAfterDelete = archive;
        return this;
    }

    /** Sets how many droplets the account may have; 10,000 at first. */
    public Habits dropletLimit(int limit) {
        dropletLimit = limit;
        return this;
    }

    /** Sets what operating systems make of a {@code shutdown}. */
    public Habits guest(Guest everywhere) {
        guest = everywhere;
        return this;
    }

    /** Sets what one droplet's operating system makes of a {@code shutdown}. */
    public Habits guest(long dropletId, Guest there) {
        guests.put(dropletId, there);
        return this;
    }

    /** Sets how tags are spelled in answers, such as {@code tag -> tag.toUpperCase(Locale.ROOT)}. */
    public Habits tagSpelling(UnaryOperator<String> spelling) {
        tagSpelling = spelling;
        return this;
    }

    /** Makes a droplet's {@code image} null, as for a retired image. */
    public Habits withoutImage(long dropletId) {
        withoutImage.add(dropletId);
        return this;
    }

    /** Lets the next action of a type, such as {@code create} or {@code resize}, end as {@code errored} without effect. */
    public Habits failNext(String actionType) {
        failing.add(actionType);
        return this;
    }

    Duration durationOf(String type) {
        return actionDurations.getOrDefault(type, type.equals("create") ? bootDuration : actionDuration);
    }

    Duration shutdownTimeout() {
        return shutdownTimeout;
    }

    Duration deleteDuration() {
        return deleteDuration;
    }

    Duration listingLag() {
        return listingLag;
    }

    Duration statusLag() {
        return statusLag;
    }

    Duration keyLag() {
        return keyLag;
    }

    boolean deleteIgnoredWhileLocked() {
        return deleteIgnoredWhileLocked;
    }

    boolean archiveAfterDelete() {
        return archiveAfterDelete;
    }

    int dropletLimit() {
        return dropletLimit;
    }

    Guest guestOf(long dropletId) {
        return guests.getOrDefault(dropletId, guest);
    }

    String spell(String tag) {
        return tagSpelling.apply(tag);
    }

    boolean lacksImage(long dropletId) {
        return withoutImage.contains(dropletId);
    }

    /** Tells whether this action is to fail, and forgets that it was. */
    boolean takesFailure(String type) {
        return failing.remove(type);
    }
}
