package dev.siteagent.sandbox.waldur;

import dev.siteagent.sandbox.waldur.Entities.Account;
import dev.siteagent.sandbox.waldur.Entities.Member;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Project;
import dev.siteagent.sandbox.waldur.Entities.SshKey;
import dev.siteagent.sandbox.waldur.Entities.User;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The customers' side of the marketplace: projects, users, their accounts and keys. Thread-safe. */
public final class People {
    private final Marketplace marketplace;
    private final OfferingUserStore offeringUsers;

    People(Marketplace marketplace, OfferingUserStore offeringUsers) {
        this.marketplace = marketplace;
        this.offeringUsers = offeringUsers;
    }

    /** Adds a project of the customer. */
    public UUID addProject(String name) {
        return marketplace.write(() -> {
            Project project = new Project(UUID.randomUUID(), name, marketplace.slug(name), marketplace.consumer);
            marketplace.projects.put(project.uuid, project);
            return project.uuid;
        });
    }

    /** Returns the slug of a project. */
    public String projectSlug(UUID project) {
        return marketplace.read(() -> marketplace.project(project).slug);
    }

    /** Adds a user. */
    public UUID addUser(String username, String fullName, String email) {
        return marketplace.write(() -> {
            User user = new User(UUID.randomUUID(), username, fullName, email);
            marketplace.users.put(user.uuid(), user);
            return user.uuid();
        });
    }

    /** Makes a user a member of a project, with a role such as {@code PROJECT.MEMBER}. */
    public void addMember(UUID project, UUID user, String role) {
        marketplace.change(() -> marketplace
                .project(project)
                .members
                .add(new Member(Marketplace.known(marketplace.users, user, "user"), role)));
    }

    /** Ends a user's membership of a project. */
    public void removeMember(UUID project, UUID user) {
        marketplace.change(() -> marketplace.project(project).members.removeIf(member -> member.user()
                .uuid()
                .equals(user)));
    }

    /** Adds a user to an offering; an empty username makes one who waits for it. */
    public UUID addOfferingUser(UUID offering, UUID user, String username) {
        return marketplace.write(() -> offeringUsers.add(
                marketplace.offering(offering), Marketplace.known(marketplace.users, user, "user"), username));
    }

    /** Returns a user at an offering. */
    public OfferingUserSnapshot offeringUser(UUID offeringUser) {
        return marketplace.read(() -> offeringUsers.snapshot(offeringUser));
    }

    /** Sets whether a user at an offering shall have no access. */
    public void restrictOfferingUser(UUID offeringUser, boolean restricted) {
        marketplace.change(() -> offeringUsers.restrict(offeringUser, restricted));
    }

    /** Puts the account of a user at an offering into a state as Waldur writes it, such as {@code Error creating}. */
    public void setOfferingUserState(UUID offeringUser, String state) {
        marketplace.change(() -> offeringUsers.state(offeringUser, state));
    }

    /** Sets whether a user at an offering consented to its terms; at first everybody did. */
    public void setConsent(UUID offeringUser, boolean consent) {
        marketplace.change(() -> offeringUsers.consent(offeringUser, consent));
    }

    /** Adds an SSH key of the provider's customers. */
    public UUID addSshKey(String name, String publicKey) {
        return marketplace.write(() -> {
            SshKey key = new SshKey(UUID.randomUUID(), name, publicKey);
            marketplace.sshKeys.add(key);
            return key.uuid();
        });
    }

    /** Adds a service account of a project to an offering. */
    public UUID addServiceAccount(UUID offering, UUID project, String username) {
        return addAccount(offering, project, username, entity -> entity.serviceAccounts);
    }

    /** Adds a course account of a project to an offering. */
    public UUID addCourseAccount(UUID offering, UUID project, String username) {
        return addAccount(offering, project, username, entity -> entity.courseAccounts);
    }

    private UUID addAccount(UUID offering, UUID project, String username, Function<Offering, List<Account>> kind) {
        return marketplace.write(() -> {
            Account account = new Account(UUID.randomUUID(), marketplace.project(project), username);
            kind.apply(marketplace.offering(offering)).add(account);
            return account.uuid;
        });
    }

    /** Closes a service or course account. */
    public void closeAccount(UUID offering, UUID account) {
        setAccountState(offering, account, "Closed");
    }

    /** Sets the state of a service or course account, such as {@code Erred}. */
    public void setAccountState(UUID offering, UUID account, String state) {
        marketplace.change(() -> {
            Offering entity = marketplace.offering(offering);
            List.of(entity.serviceAccounts, entity.courseAccounts).forEach(accounts -> accounts.stream()
                    .filter(candidate -> candidate.uuid.equals(account))
                    .forEach(candidate -> candidate.state = state));
        });
    }
}
