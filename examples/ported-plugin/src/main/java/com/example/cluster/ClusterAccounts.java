package com.example.cluster;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.TransientBackendException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The cluster's accounts: the template's {@code MyCustomClient}. A file each, written whole and moved into place, so that
 * who reads sees it as it was or as it is. Thread-safe.
 */
final class ClusterAccounts {
    private static final String SUFFIX = ".account";

    private final Path directory;

    ClusterAccounts(Path directory) {
        this.directory = directory;
    }

    /** Asks whether the cluster is there. */
    void check() throws BackendException {
        if (!Files.isWritable(directory)) {
            throw new TransientBackendException(
                    "the cluster's folder " + directory + " cannot be written: is it mounted?", null);
        }
    }

    /** Returns an account; empty when there is none of that id. */
    synchronized Optional<ClusterAccount> find(String id) throws BackendException {
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(file(id))) {
            values.load(in);
            return Optional.of(new ClusterAccount(id, values));
        } catch (NoSuchFileException e) {
            check();
            return Optional.empty();
        } catch (IOException e) {
            throw new TransientBackendException("account " + id + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the id of the account that was made for a resource; empty when there is none. */
    synchronized Optional<String> ownedBy(UUID resource) throws BackendException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(directory)) {
            files = entries.filter(file -> file.toString().endsWith(SUFFIX)).toList();
        } catch (IOException e) {
            throw new TransientBackendException("the accounts cannot be listed: " + e.getMessage(), e);
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            String id = name.substring(0, name.length() - SUFFIX.length());
            if (find(id).flatMap(ClusterAccount::owner).equals(Optional.of(resource))) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    /** Writes an account. */
    synchronized void write(ClusterAccount account) throws BackendException {
        Path file = file(account.id());
        try {
            Path draft = Files.createTempFile(directory, account.id(), ".draft");
            try (Writer out = Files.newBufferedWriter(draft)) {
                account.values().store(out, null);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new TransientBackendException("account " + account.id() + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Removes an account; one that is absent is gone already. */
    synchronized void delete(String id) throws BackendException {
        try {
            Files.deleteIfExists(file(id));
        } catch (IOException e) {
            throw new TransientBackendException("account " + id + " cannot be removed: " + e.getMessage(), e);
        }
    }

    /** Makes a home directory; returns whether it was missing. */
    boolean makeHome(String username) throws BackendException {
        Path home = directory.resolve("home").resolve(username);
        try {
            boolean missing = Files.notExists(home);
            Files.createDirectories(home);
            return missing;
        } catch (IOException e) {
            throw new TransientBackendException("the home of a user cannot be made: " + e.getMessage(), e);
        }
    }

    private Path file(String id) {
        return directory.resolve(id + SUFFIX);
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
