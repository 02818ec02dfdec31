package com.example.siteagent;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Machines for bridges: each is a file whose name is its identity, so that a create that is repeated finds it. The first
 * line is its name, the others are its tags. Keys are files too. The "token" of an account is its folder.
 */
final class ExampleMachines implements Machines {
    private static final String MACHINE = "machine-";
    private static final String KEY = "key-";

    private final Path directory;

    ExampleMachines(Path directory) {
        this.directory = directory;
    }

    @Override
    public String account() {
        return directory.toString();
    }

    @Override
    public Key registerKey(String name, String publicKey) throws BackendException {
        String fingerprint = fingerprint(publicKey);
        String id = KEY + fingerprint.replace(":", "");
        write(id, List.of(name));
        return new Key(id, fingerprint, Map.of("id", id, "name", name));
    }

    /** A key is told by its material, the second word of the line, and not by the comment behind it. */
    private static String fingerprint(String publicKey) throws PermanentBackendException {
        try {
            byte[] material = Base64.getDecoder().decode(publicKey.strip().split("\\s+")[1]);
            byte[] digest = MessageDigest.getInstance("MD5").digest(material);
            return HexFormat.ofDelimiter(":").formatHex(digest);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new PermanentBackendException("the public key is not one in OpenSSH form", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5, this one has not", e);
        }
    }

    @Override
    public void removeKey(String keyId) throws BackendException {
        remove(keyId);
    }

    @Override
    public synchronized Machine create(MachineRequest request) throws BackendException {
        String id = id(request.identity());
        if (!Files.exists(directory.resolve(id))) {
            Set<String> lines = new LinkedHashSet<>(List.of(request.name(), request.identity()));
            lines.addAll(request.tags());
            write(id, lines);
        }
        return machine(id);
    }

    @Override
    public Map<String, Lookup<Machine>> read(Collection<String> ids) throws BackendException {
        Map<String, Lookup<Machine>> found = new LinkedHashMap<>();
        for (String id : ids) {
            found.put(
                    id,
                    Files.exists(directory.resolve(id))
                            ? new Lookup.Present<>(machine(id))
                            : new Lookup.Absent<>("there is no file " + id + " in " + directory));
        }
        return found;
    }

    @Override
    public List<Machine> list(String tag) throws BackendException {
        return all().stream()
                .filter(machine -> machine.tags().stream().anyMatch(tag::equalsIgnoreCase))
                .toList();
    }

    @Override
    public List<Machine> named(String name) throws BackendException {
        return all().stream().filter(machine -> machine.name().equals(name)).toList();
    }

    @Override
    public synchronized void tag(String id, Set<String> tags) throws BackendException {
        Machine machine = machine(id);
        Set<String> lines = new LinkedHashSet<>(List.of(machine.name()));
        lines.addAll(machine.tags());
        lines.addAll(tags);
        write(id, lines);
    }

    @Override
    public Outcome delete(String id, String identity) throws BackendException {
        boolean mine = !Files.exists(directory.resolve(id))
                || machine(id).tags().stream().anyMatch(identity::equalsIgnoreCase);
        if (!mine) {
            throw new PermanentBackendException("the machine " + id + " is not that of " + identity);
        }
        remove(id);
        return Outcome.done();
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }

    /** Identities have a colon, which not every file system takes. */
    private static String id(String identity) {
        return MACHINE + identity.toLowerCase(Locale.ROOT).replace(':', '-');
    }

    private List<Machine> all() throws BackendException {
        List<Machine> machines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String id = file.getFileName().toString();
                if (id.startsWith(MACHINE)) {
                    machines.add(machine(id));
                }
            }
        } catch (IOException e) {
            throw new TransientBackendException("the directory " + directory + " cannot be listed", e);
        }
        return machines;
    }

    private Machine machine(String id) throws BackendException {
        Path file = directory.resolve(id);
        try {
            List<String> lines = Files.readAllLines(file);
            Instant created = Files.getLastModifiedTime(file).toInstant();
            return new Machine(
                    id,
                    lines.get(0),
                    Machine.State.ACTIVE,
                    Optional.empty(),
                    Optional.of(InetAddress.getLoopbackAddress()),
                    Set.copyOf(lines.subList(1, lines.size())),
                    created,
                    Map.of("id", id, "name", lines.get(0)));
        } catch (IOException e) {
            throw new TransientBackendException("the file " + file + " cannot be read", e);
        }
    }

    private void write(String id, Collection<String> lines) throws BackendException {
        try {
            Files.write(directory.resolve(id), lines);
        } catch (IOException e) {
            throw new TransientBackendException("the file " + id + " cannot be written in " + directory, e);
        }
    }

    private void remove(String id) throws BackendException {
        try {
            Files.deleteIfExists(directory.resolve(id));
        } catch (IOException e) {
            throw new TransientBackendException("the file " + id + " cannot be deleted in " + directory, e);
        }
    }
}
