package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.Machines.Machine;
import dev.siteagent.spi.Machines.MachineRequest;
import dev.siteagent.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link Machines} promises a bridge: one machine an identity, and an owner's mark that deletion respects.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class MachinesContract {
    private static final int POLLS = 200;
    private static final String IDENTITY = "hobbyfarm-vm:";

    private final List<Machines> opened = new ArrayList<>();

    /**
     * Opens the one account of this test, which is empty at first. Called again within a test to play a restarted bridge.
     *
     * @throws BackendException when it cannot be opened, which fails the test
     */
    protected abstract Machines open() throws BackendException;

    /** Returns named parameters of a machine that can be made. */
    protected abstract Map<String, String> parameters();

    /** Returns a valid public key in OpenSSH form. */
    protected abstract String publicKey();

    /** Returns every secret that the account was opened with, none of which may appear in any text. */
    protected abstract Set<String> secrets();

    /** Lets time pass on the cloud. Called between polls. */
    protected void letTimePass() {}

    @AfterEach
    final void closeAll() {
        opened.forEach(Machines::close);
    }

    @Test
    void accountIsTheSameInANewProcess() throws Exception {
        assertThat(opened().account())
                .as("machines: the identity of the account stays")
                .isNotBlank()
                .isEqualTo(opened().account());
    }

    @Test
    void machineOfAnIdentityIsMadeOnceByWhateverProcess() throws Exception {
        Machine first = opened().create(request(IDENTITY + "1", "web"));
        Machine second = opened().create(request(IDENTITY + "1", "web"));
        assertThat(second.id())
                .as("machines: a create of an identity that is there returns its machine")
                .isEqualTo(first.id());
        assertThat(opened().list(IDENTITY + "1")).hasSize(1);
    }

    @Test
    void freshMachineIsFoundByALaterCreate() throws Exception {
        Machine fresh = opened().createFresh(request(IDENTITY + "1", "web"));
        assertThat(opened().create(request(IDENTITY + "1", "web")).id())
                .as("machines: createFresh leaves out a look-up and not the identity")
                .isEqualTo(fresh.id());
    }

    @Test
    void machinesOfTheSameNameAreDifferentMachines() throws Exception {
        Machines machines = opened();
        Machine one = machines.create(request(IDENTITY + "1", "web"));
        Machine other = machines.create(request(IDENTITY + "2", "web"));
        assertThat(one.id()).isNotEqualTo(other.id());
        assertThat(machines.named("web"))
                .as("machines: all of exactly this name are listed")
                .extracting(Machine::id)
                .containsExactlyInAnyOrder(one.id(), other.id());
    }

    @Test
    void readAnswersForEachId() throws Exception {
        Machines machines = opened();
        String there = machines.create(request(IDENTITY + "1", "web")).id();
        String gone = machines.create(request(IDENTITY + "2", "web")).id();
        delete(machines, gone, IDENTITY + "2");
        Map<String, Lookup<Machine>> found = machines.read(List.of(there, gone));
        assertThat(found).as("machines: one result for each id").containsOnlyKeys(there, gone);
        assertThat(found.get(there)).isInstanceOf(Lookup.Present.class);
        assertThat(found.get(gone)).isInstanceOf(Lookup.Absent.class);
        assertThat(machines.read(List.of())).isEmpty();
    }

    @Test
    void deletingWhatIsAbsentIsSuccess() throws Exception {
        Machines machines = opened();
        String id = machines.create(request(IDENTITY + "1", "web")).id();
        delete(machines, id, IDENTITY + "1");
        delete(machines, id, IDENTITY + "1");
    }

    @Test
    void machineOfAnotherOwnerIsNeverDeleted() throws Exception {
        Machines machines = opened();
        String id = machines.create(request(IDENTITY + "1", "web")).id();
        Rules.failsInAWayOfTheSpi(() -> machines.delete(id, IDENTITY + "2"));
        assertThat(machines.read(List.of(id)).get(id))
                .as("machines: one with another owner's tag is never deleted")
                .isInstanceOf(Lookup.Present.class);
    }

    @Test
    void tagsArePutOnOnce() throws Exception {
        Machines machines = opened();
        String id = machines.create(request(IDENTITY + "1", "web")).id();
        machines.tag(id, Set.of("site:a"));
        machines.tag(id, Set.of("site:a"));
        assertThat(machines.list("SITE:A"))
                .as("machines: a tag is compared without case")
                .extracting(Machine::id)
                .containsExactly(id);
    }

    @Test
    void keyIsRegisteredOnceByItsMaterial() throws Exception {
        Machines.Key first = opened().registerKey("one", publicKey());
        assertThat(opened().registerKey("two", publicKey()).id())
                .as("machines: a key of this material is there already")
                .isEqualTo(first.id());
        assertThat(opened().findKey("one", publicKey()).map(Machines.Key::id)).contains(first.id());
        assertThat(first.fingerprint())
                .as("machines: the MD5 fingerprint, hex pairs with colons")
                .matches("([0-9a-f]{2}:){15}[0-9a-f]{2}");
    }

    @Test
    void removingAKeyThatIsAbsentIsSuccess() throws Exception {
        Machines machines = opened();
        Machines.Key key = machines.registerKey("one", publicKey());
        machines.removeKey(key.id());
        machines.removeKey(key.id());
    }

    @Test
    void manyCreatesOfDifferentMachinesAtOnceMakeEach() throws Exception {
        Machines machines = opened();
        AtomicInteger next = new AtomicInteger();
        Set<String> ids =
                Rules.atOnce(() -> machines.create(request(IDENTITY + next.incrementAndGet(), "web"))).stream()
                        .map(Machine::id)
                        .collect(Collectors.toSet());
        assertThat(ids).as("machines: thread-safe").hasSize(next.get());
    }

    @Test
    void interruptedCreateEndsSoonAndALaterOneAdoptsWhatItMade() throws Exception {
        Machines machines = opened();
        Rules.endsWhenInterrupted(() -> machines.create(request(IDENTITY + "1", "web")));
        machines.create(request(IDENTITY + "1", "web"));
        assertThat(machines.list(IDENTITY + "1")).hasSize(1);
    }

    @Test
    void noTextShowsASecret() throws Exception {
        Machines machines = opened();
        Rules.showNoSecret(
                secrets(),
                machines,
                machines.create(request(IDENTITY + "1", "web")),
                machines.registerKey("one", publicKey()),
                machines.account());
    }

    private Machines opened() throws BackendException {
        Machines machines = open();
        opened.add(machines);
        return machines;
    }

    private MachineRequest request(String identity, String name) {
        return new MachineRequest(identity, name, parameters(), List.of(), Set.of(), Optional.empty());
    }

    private void delete(Machines machines, String id, String identity) throws BackendException, InterruptedException {
        for (int poll = 0; poll < POLLS; poll++) {
            if (machines.delete(id, identity) instanceof Outcome.Ready) {
                return;
            }
            letTimePass();
        }
        throw new AssertionError("machines: " + id + " is still being deleted after " + POLLS + " calls");
    }
}
