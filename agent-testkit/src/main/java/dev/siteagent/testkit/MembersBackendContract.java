package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Resource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link MembersBackend} promises. Extend it with a fixture. */
@Timeout(120)
public abstract class MembersBackendContract extends BackendContract {
    /** Returns one who can be given access. */
    protected Member someone() {
        return Member.of("ada");
    }

    /** Returns somebody else who can. */
    protected Member someoneElse() {
        return Member.of("bob");
    }

    @Test
    void whoWasAddedIsRead() throws Exception {
        MembersBackend backend = membersBackend();
        Resource resource = created(backend, ordered("web"));
        add(backend, resource, someone(), someoneElse());
        assertThat(members(backend, resource))
                .contains(someone().username(), someoneElse().username());
    }

    @Test
    void whoWasAddedIsThereForANewProcess() throws Exception {
        MembersBackend before = membersBackend();
        Resource resource = created(before, ordered("web"));
        add(before, resource, someone());
        assertThat(members(membersBackend(), resource)).contains(someone().username());
    }

    @Test
    void addingOneWhoIsThereIsSuccessAndNothingNew() throws Exception {
        MembersBackend backend = membersBackend();
        Resource resource = created(backend, ordered("web"));
        assertThat(add(backend, resource, someone())).containsEntry(someone().username(), true);
        assertThat(add(backend, resource, someone())).containsEntry(someone().username(), false);
        assertThat(members(backend, resource)).contains(someone().username());
    }

    @Test
    void whoWasRemovedIsGoneAndTheOthersStay() throws Exception {
        MembersBackend backend = membersBackend();
        Resource resource = created(backend, ordered("web"));
        add(backend, resource, someone(), someoneElse());
        assertThat(remove(backend, resource, someone())).containsEntry(someone().username(), true);
        assertThat(members(backend, resource))
                .contains(someoneElse().username())
                .doesNotContain(someone().username());
    }

    @Test
    void removingOneWhoIsNotThereIsSuccessAndNothingNew() throws Exception {
        MembersBackend backend = membersBackend();
        Resource resource = created(backend, ordered("web"));
        assertThat(remove(backend, resource, someone())).containsEntry(someone().username(), false);
    }

    @Test
    void membersOfOneResourceAreNotThoseOfAnother() throws Exception {
        MembersBackend backend = membersBackend();
        Resource one = created(backend, ordered("one"));
        Resource other = created(backend, ordered("other"));
        add(backend, one, someone());
        // Resources of two orders of this test are of two projects, so that this holds for shared membership, too.
        assertThat(members(backend, one)).contains(someone().username());
        assertThat(members(backend, other)).doesNotContain(someone().username());
    }

    @Test
    void membersOfManyAreOneAnswerForEachAndAbsentForOneThatIsGone() throws Exception {
        MembersBackend backend = membersBackend();
        Resource there = created(backend, ordered("there"));
        Resource gone = created(backend, ordered("gone"));
        deleted(backend, gone);
        Map<UUID, Lookup<Set<String>>> found = backend.members(List.of(there, gone));
        assertThat(found).containsOnlyKeys(there.uuid(), gone.uuid());
        assertThat(found.get(there.uuid())).isInstanceOf(Lookup.Present.class);
        assertThat(found.get(gone.uuid())).isInstanceOf(Lookup.Absent.class);
    }

    @Test
    void membersOfNothingAreNone() throws Exception {
        assertThat(membersBackend().members(List.of())).isEmpty();
    }

    private MembersBackend membersBackend() throws BackendException {
        return (MembersBackend) open();
    }

    private static Map<String, Boolean> add(MembersBackend backend, Resource resource, Member... members)
            throws BackendException, InterruptedException {
        return succeeded(backend.addMembers(resource, List.of(members)), List.of(members));
    }

    private static Map<String, Boolean> remove(MembersBackend backend, Resource resource, Member member)
            throws BackendException, InterruptedException {
        return succeeded(backend.removeMembers(resource, Set.of(member.username())), List.of(member));
    }

    private static Map<String, Boolean> succeeded(Map<String, Attempt<Boolean>> results, Collection<Member> members) {
        assertThat(results)
                .as("one result for each member given")
                .containsOnlyKeys(members.stream().map(Member::username).toList());
        return Results.succeeded(results);
    }

    private static Set<String> members(MembersBackend backend, Resource resource)
            throws BackendException, InterruptedException {
        return Results.present(backend.members(List.of(resource)), resource);
    }
}
