package com.example.siteagent;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A "cloud" that is a folder: a resource is a file in it, its limits are the lines of the file.
 *
 * <p>The name of the file comes from the resource's UUID. That makes every call repeatable without any memory: a create
 * whose answer was lost finds the file the next time, in whatever process.
 */
final class ExampleBackend implements LimitsBackend {
    private final Path directory;

    ExampleBackend(Path directory) {
        this.directory = directory;
    }

    @Override
    public void ping() throws BackendException {
        if (!Files.isWritable(directory)) {
            throw new PermanentBackendException(
                    "the directory " + directory + " cannot be written: make it or change its owner");
        }
    }

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of(
                Files.isWritable(directory)
                        ? new Diagnosis.Finding(Diagnosis.Level.GOOD, "resources are kept in " + directory)
                        : new Diagnosis.Finding(
                                Diagnosis.Level.BAD,
                                "the directory " + directory + " cannot be written: make it or change its owner")));
    }

    @Override
    public Outcome create(CreateRequest request) throws BackendException {
        Resource resource = request.resource();
        Path file = file(resource);
        if (!Files.exists(file)) {
            write(file, resource.limits());
        }
        return Outcome.ready(existing(file));
    }

    @Override
    public Outcome setLimits(Resource resource, Change change) throws BackendException {
        Path file = file(resource);
        if (!Files.exists(file)) {
            throw new PermanentBackendException("the resource " + resource.name()
                    + " is gone: terminate it and order a new one");
        }
        Map<String, Long> limits = new LinkedHashMap<>(existing(file).limits());
        limits.putAll(change.limits());
        write(file, limits);
        return Outcome.ready(existing(file));
    }

    @Override
    public Outcome delete(Resource resource) throws BackendException {
        try {
            Files.deleteIfExists(file(resource));
        } catch (IOException e) {
            throw new TransientBackendException("the file of " + resource.name() + " cannot be deleted", e);
        }
        return Outcome.done();
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        Map<UUID, Lookup<BackendResource>> found = new LinkedHashMap<>();
        for (Resource resource : resources) {
            found.put(resource.uuid(), look(resource));
        }
        return found;
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }

    private Lookup<BackendResource> look(Resource resource) {
        Path file = file(resource);
        if (!Files.exists(file)) {
            return new Lookup.Absent<>("there is no file " + file + " any more");
        }
        try {
            return new Lookup.Present<>(existing(file));
        } catch (BackendException e) {
            return new Lookup.Failed<>(e);
        }
    }

    private Path file(Resource resource) {
        return directory.resolve("example-" + resource.uuid());
    }

    private static BackendResource existing(Path file) throws BackendException {
        Map<String, Long> limits = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                String[] typeAndLimit = line.split("=", 2);
                limits.put(typeAndLimit[0], Long.valueOf(typeAndLimit[1]));
            }
        } catch (IOException e) {
            throw new TransientBackendException("the file " + file + " cannot be read", e);
        }
        String id = file.getFileName().toString();
        return BackendResource.ready(id).withLimits(limits).withMetadata(Map.of("file", file.toString()));
    }

    /** Writes beside the file and moves it into place, so that a crash never leaves half a resource. */
    private void write(Path file, Map<String, Long> limits) throws BackendException {
        List<String> lines = new ArrayList<>();
        limits.forEach((type, limit) -> lines.add(type + "=" + limit));
        try {
            Path draft = Files.createTempFile(directory, "draft", "");
            Files.write(draft, lines);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new TransientBackendException("the file " + file + " cannot be written", e);
        }
    }
}
