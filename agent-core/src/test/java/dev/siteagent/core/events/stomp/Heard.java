package dev.siteagent.core.events.stomp;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What a link brought and how it fared. */
final class Heard implements DeliveryHandler, LinkListener {
    final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    final List<String> downs = new CopyOnWriteArrayList<>();
    final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private final Consumer<Delivery> reaction;
    volatile int ups;
    volatile int losses;

    private Heard(Consumer<Delivery> reaction) {
        this.reaction = reaction;
    }

    /** Acknowledges at once. */
    static Heard acknowledging() {
        return new Heard(Delivery::acknowledge);
    }

    /** Holds everything back. */
    static Heard holding() {
        return new Heard(delivery -> {});
    }

    List<String> bodies() {
        return deliveries.stream()
                .map(delivery -> new String(delivery.body(), StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public void deliver(Delivery delivery) {
        reaction.accept(delivery);
        deliveries.add(delivery);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // The link's thread alone writes.
    public void lost() {
        losses++;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // The link's thread alone writes.
    public void up() {
        ups++;
    }

    @Override
    public void down(String why, Duration pause) {
        downs.add(why);
        pauses.add(pause);
    }
}
