package dev.siteagent.spi;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Machines and SSH keys of one account, for a bridge. Thread-safe.
 *
 * @since 1.0.0
 */
public interface Machines extends AutoCloseable {
    /**
     * Returns the identity of the account, which stays the same when its token is renewed: a machine that this account
     * does not know is gone only if it is the account that made it.
     *
     * @throws BackendException when it cannot be asked
     * @throws InterruptedException when the thread is interrupted
     */
    String account() throws BackendException, InterruptedException;

    /**
     * Registers a public key. Idempotent by key material: one that the account has already is returned.
     *
     * @param name what to call it
     * @param publicKey in OpenSSH form
     * @throws BackendException when the key is refused
     * @throws InterruptedException when the thread is interrupted
     */
    Key registerKey(String name, String publicKey) throws BackendException, InterruptedException;

    /**
     * Looks a public key up by its material, for a caller that does not know whether it was registered.
     *
     * <p>The default registers it, which finds one that is there; a remote side that can be asked without that is asked.
     *
     * @param name what it would be called
     * @param publicKey in OpenSSH form
     * @return the key; empty when the account has none of this material
     * @throws BackendException when it cannot be told
     * @throws InterruptedException when the thread is interrupted
     */
    default Optional<Key> findKey(String name, String publicKey) throws BackendException, InterruptedException {
        return Optional.of(registerKey(name, publicKey));
    }

    /**
     * Removes a key. What is absent is success; returns only when the remote side confirmed it.
     *
     * @param keyId its id
     * @throws BackendException when it is still there
     * @throws InterruptedException when the thread is interrupted
     */
    void removeKey(String keyId) throws BackendException, InterruptedException;

    /**
     * Makes a machine. Idempotent by {@link MachineRequest#identity()}: one that carries it is returned, also one whose
     * creation was answered by silence.
     *
     * <p>A {@link BackendNotReadyException} says that there is no room for it now, for example at the limit of the account:
     * nothing was made, and the same request may succeed once somebody makes room.
     *
     * @throws BackendException when none was made, or with {@link BackendException#backendId()} of what was
     * @throws InterruptedException when the thread is interrupted; a later call adopts what was made
     */
    Machine create(MachineRequest request) throws BackendException, InterruptedException;

    /**
     * Makes a machine whose identity no create was ever sent with, or only ones that were surely refused. The look-up that
     * {@link #create} begins with may be left out then, which halves the requests of a bulk creation.
     *
     * <p>A {@link TransientBackendException} without {@link TransientBackendException#retryAfter()} leaves open whether
     * the machine was made; one with it, and every other failure, says that it was not.
     *
     * @throws BackendException as {@link #create} does
     * @throws InterruptedException when the thread is interrupted; a later {@link #create} adopts what was made
     */
    default Machine createFresh(MachineRequest request) throws BackendException, InterruptedException {
        return create(request);
    }

    /**
     * Reads many machines, in bulk wherever possible.
     *
     * @param ids their ids
     * @return one result for each id
     * @throws BackendException when nothing could be read
     * @throws InterruptedException when the thread is interrupted
     */
    Map<String, Lookup<Machine>> read(Collection<String> ids) throws BackendException, InterruptedException;

    /**
     * Lists all machines that carry a tag, compared without case.
     *
     * @param tag the tag
     * @throws BackendException when the listing is not complete; half a list is none
     * @throws InterruptedException when the thread is interrupted
     */
    List<Machine> list(String tag) throws BackendException, InterruptedException;

    /**
     * Lists all machines with exactly this name, whatever their tags.
     *
     * @param name the name
     * @throws BackendException when the listing is not complete
     * @throws InterruptedException when the thread is interrupted
     */
    List<Machine> named(String name) throws BackendException, InterruptedException;

    /**
     * Puts tags on a machine. Idempotent.
     *
     * @param id its id
     * @param tags the tags to add
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    void tag(String id, Set<String> tags) throws BackendException, InterruptedException;

    /**
     * Deletes a machine; what is absent is success.
     *
     * @param id its id
     * @param identity the tag it must carry; a machine with another owner's tag is never deleted
     * @return ready when the remote side confirmed that it is gone, pending before; call again then
     * @throws BackendException when it is not gone
     * @throws InterruptedException when the thread is interrupted
     */
    Outcome delete(String id, String identity) throws BackendException, InterruptedException;

    /** Releases connections; throws nothing. */
    @Override
    void close();

    /**
     * What to make.
     *
     * @param identity a tag that names the machine for ever and for all callers, such as {@code hobbyfarm-vm:<uid>}
     * @param name its name
     * @param parameters named parameters as {@link MachinesProvider#parameters()} lists them, as text
     * @param keyIds the SSH keys that may log in, by {@link Key#id()}
     * @param tags further tags
     * @param userData for the machine's first boot; empty for none
     */
    record MachineRequest(
            String identity,
            String name,
            Map<String, String> parameters,
            List<String> keyIds,
            Set<String> tags,
            Optional<String> userData) {
        /** Copies the collections and refuses nulls. */
        public MachineRequest {
            Records.requireText(identity, "identity");
            Records.requireText(name, "name");
            parameters = Records.copy(parameters, "parameters");
            keyIds = Records.copy(keyIds, "keyIds");
            tags = Records.copySet(tags, "tags");
            Objects.requireNonNull(userData, "userData");
        }

        /** Returns what identifies it; user data can hold secrets. */
        @Override
        public String toString() {
            return "MachineRequest[" + identity + " " + name + "]";
        }
    }

    /**
     * A machine.
     *
     * @param id its id
     * @param name its name
     * @param state how far it is
     * @param publicAddress where the world reaches it; empty before it booted
     * @param privateAddress where its network reaches it
     * @param tags its tags, as the remote side spells them
     * @param created when it was made
     * @param details everything the remote side said, JSON values, for a bridge that keeps the whole answer
     */
    record Machine(
            String id,
            String name,
            State state,
            Optional<InetAddress> publicAddress,
            Optional<InetAddress> privateAddress,
            Set<String> tags,
            Instant created,
            Map<String, Object> details) {
        /** How far a machine is. */
        public enum State {
            /** Made, not yet in service. */
            NEW,
            /** Runs. */
            ACTIVE,
            /** Switched off. */
            OFF,
            /** Archived: gone, though still listed. */
            ARCHIVED
        }

        /** Copies the collections and refuses nulls. */
        public Machine {
            Records.requireText(id, "id");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(publicAddress, "publicAddress");
            Objects.requireNonNull(privateAddress, "privateAddress");
            tags = Records.copySet(tags, "tags");
            Objects.requireNonNull(created, "created");
            details = Records.json(details, "details");
        }
    }

    /**
     * A registered SSH key.
     *
     * @param id its id
     * @param fingerprint the MD5 fingerprint of its key material, hex pairs with colons
     * @param details everything the remote side said, JSON values
     */
    record Key(String id, String fingerprint, Map<String, Object> details) {
        /** Copies the map and refuses nulls. */
        public Key {
            Records.requireText(id, "id");
            Records.requireText(fingerprint, "fingerprint");
            details = Records.json(details, "details");
        }
    }
}
