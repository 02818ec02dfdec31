package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of machines finds what is wrong, and nothing that is right. */
class MachinesContractTest {
    @Test
    void goodMachinesPass() {
        assertThat(Broken.rules(Good.class)).isEmpty();
    }

    @Test
    void machineThatIsMadeTwiceIsFound() {
        assertThat(Broken.rules(Doubling.class))
                .containsKeys("machineOfAnIdentityIsMadeOnceByWhateverProcess", "freshMachineIsFoundByALaterCreate");
    }

    @Test
    void machineThatIsTakenForAnotherOfItsNameIsFound() {
        assertThat(Broken.rules(Merging.class))
                .containsKeys(
                        "machinesOfTheSameNameAreDifferentMachines", "manyCreatesOfDifferentMachinesAtOnceMakeEach");
    }

    @Test
    void deletionOfAnothersMachineIsFound() {
        assertThat(Broken.rules(Careless.class)).containsKeys("machineOfAnotherOwnerIsNeverDeleted");
    }

    @Test
    void absentKeyThatIsAFailureIsFound() {
        assertThat(Broken.rules(Strict.class)).containsKeys("removingAKeyThatIsAbsentIsSuccess");
    }

    @Test
    void readThatLeavesOutWhatIsGoneIsFound() {
        assertThat(Broken.rules(Lazy.class)).containsKeys("readAnswersForEachId");
    }

    @Test
    void fingerprintOfAnotherFormIsFound() {
        assertThat(Broken.rules(Misprinting.class)).containsKeys("keyIsRegisteredOnceByItsMaterial");
    }

    @Test
    void keyThatIsRegisteredTwiceIsFound() {
        assertThat(Broken.rules(Hoarding.class)).containsKeys("keyIsRegisteredOnceByItsMaterial");
    }

    @Test
    void tagsThatAreComparedByCaseAreFound() {
        assertThat(Broken.rules(Fussy.class)).containsKeys("tagsArePutOnOnce");
    }

    @Test
    void accountThatChangesItsNameIsFound() {
        assertThat(Broken.rules(Changing.class)).containsKeys("accountIsTheSameInANewProcess");
    }

    @Test
    void secretInATextIsFound() {
        assertThat(Broken.rules(Talkative.class)).containsKeys("noTextShowsASecret");
    }

    @Test
    void interruptThatIsAnsweredOtherwiseIsFound() {
        assertThat(Broken.rules(Deaf.class)).containsKeys("interruptedCreateEndsSoonAndALaterOneAdoptsWhatItMade");
    }

    static class Good extends MachinesContract {
        private final FakeMachines.Remote remote = new FakeMachines.Remote();

        Machines machines(FakeMachines.Remote there) {
            return new FakeMachines(there);
        }

        @Override
        protected final Machines open() {
            return machines(remote);
        }

        @Override
        protected final Map<String, String> parameters() {
            return Map.of("size", "small");
        }

        @Override
        protected final String publicKey() {
            return "ssh-ed25519 AAAA";
        }

        @Override
        protected final Set<String> secrets() {
            return Set.of("hunter2");
        }
    }

    static class Doubling extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public Machine create(MachineRequest request) {
                    return make(request);
                }
            };
        }
    }

    static class Merging extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public Machine create(MachineRequest request) {
                    return named(request.name()).stream().findFirst().orElseGet(() -> make(request));
                }
            };
        }
    }

    static class Careless extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public Outcome delete(String id, String identity) {
                    remote.machines.remove(id);
                    return Outcome.done();
                }
            };
        }
    }

    static class Strict extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public void removeKey(String keyId) throws BackendException {
                    if (remote.keys.isEmpty()) {
                        throw new PermanentBackendException("no such key");
                    }
                    super.removeKey(keyId);
                }
            };
        }
    }

    static class Lazy extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public Map<String, Lookup<Machine>> read(Collection<String> ids) {
                    Map<String, Lookup<Machine>> found = super.read(ids);
                    found.values().removeIf(one -> one instanceof Lookup.Absent);
                    return found;
                }
            };
        }
    }

    static class Misprinting extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public Key registerKey(String name, String publicKey) {
                    Key key = super.registerKey(name, publicKey);
                    return new Key(key.id(), key.id(), key.details());
                }
            };
        }
    }

    static class Hoarding extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public Key registerKey(String name, String publicKey) {
                    return super.registerKey(name, name + publicKey);
                }
            };
        }
    }

    static class Fussy extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public List<Machine> list(String tag) {
                    return super.list(tag).stream()
                            .filter(machine -> machine.tags().contains(tag))
                            .toList();
                }
            };
        }
    }

    static class Changing extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public String account() {
                    return remote.next();
                }
            };
        }
    }

    static class Talkative extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public String toString() {
                    return "machines with token hunter2";
                }
            };
        }
    }

    static class Deaf extends Good {
        @Override
        Machines machines(FakeMachines.Remote remote) {
            return new FakeMachines(remote) {
                @Override
                public Machine create(MachineRequest request) {
                    if (Thread.interrupted()) {
                        throw new IllegalStateException("interrupted");
                    }
                    return super.create(request);
                }
            };
        }
    }
}
