package dev.siteagent.testkit;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What a contract test needs of the backend under test: one cloud, empty at first, and backends that work on it. A fresh
 * one is made for every test method and closed after it.
 */
public interface BackendFixture extends AutoCloseable {
    /**
     * Opens a backend on the fixture's cloud. Called again within one test to play a restarted agent: the new backend
     * shares nothing with the first but the cloud.
     *
     * @return a backend, closed by the test
     * @throws BackendException when it cannot be opened, which fails the test
     */
    ResourceBackend open() throws BackendException;

    /** Returns attributes of an order that the backend can make, such as region, image and size. */
    Map<String, Object> attributes();

    /** Returns limits of an order that the backend can make; empty when it has none. */
    default Map<String, Long> limits() {
        return Map.of();
    }

    /**
     * Returns the backend ids of what exists on the cloud for a resource, by looking at the cloud itself and not by asking
     * the backend.
     *
     * @param resource the resource's UUID
     */
    Set<String> existing(UUID resource);

    /** Lets time pass on the cloud, so that what boots is booted and what is under way moves on. Called between polls. */
    default void letTimePass() {}

    /** Returns every secret that the backend was given, none of which may appear in any text. */
    Set<String> secrets();

    /**
     * Changes a resource that a contract test is about to order, for backends that need more of it.
     *
     * @param resource the resource as the test would order it
     */
    default Resource prepare(Resource resource) {
        return resource;
    }

    /** Ends the cloud. */
    @Override
    void close();
}
