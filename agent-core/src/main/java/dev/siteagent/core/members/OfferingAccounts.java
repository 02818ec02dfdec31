package dev.siteagent.core.members;

import dev.siteagent.core.waldur.Listing;
import dev.siteagent.core.waldur.OfferingUserState;
import dev.siteagent.core.waldur.ProjectAccount;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.OfferingUser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accounts at an offering as they are in one cycle: each list is read at most once, and only when somebody asks for
 * it. The next cycle makes a new one. Thread-safe.
 *
 * <p>Users who are restricted are left out. Of a user's profile it holds what the offering's attribute configuration
 * exposes; when that cannot be read, name and e-mail address, as other agents do.
 */
public final class OfferingAccounts {
    private static final Logger log = LoggerFactory.getLogger(OfferingAccounts.class);
    private static final List<String> USUAL_ATTRIBUTES = List.of("username", "full_name", "email");
    private static final String FIELD_PREFIX = "user_";
    private static final Set<String> LEAVING = Set.of(
            OfferingUserState.REQUESTED_DELETION.wire(),
            OfferingUserState.DELETING.wire(),
            OfferingUserState.DELETED.wire(),
            OfferingUserState.ERROR_DELETING.wire());

    private final WaldurClient waldur;
    private final UUID offering;
    private final Memo<Listing<OfferingUser>> users = new Memo<>();
    private final Memo<Map<UUID, OfferingUser>> usersByUser = new Memo<>();
    private final Memo<Listing<ProjectAccount>> serviceAccounts = new Memo<>();
    private final Memo<Listing<ProjectAccount>> courseAccounts = new Memo<>();
    private final Memo<Map<UUID, String>> sshKeys = new Memo<>();

    /** Reads accounts of one offering. */
    public OfferingAccounts(WaldurClient waldur, UUID offering) {
        this.waldur = waldur;
        this.offering = offering;
    }

    /** Returns the users of the offering who are not restricted. */
    public List<OfferingUser> offeringUsers() throws InterruptedException {
        return users.get(this::readUsers).items();
    }

    /** Tells whether those are all of them: nobody shall lose access for not being among them otherwise. */
    boolean offeringUsersComplete() throws InterruptedException {
        return users.get(this::readUsers).complete();
    }

    /** Returns the same users by the UUID of the Waldur user. */
    Map<UUID, OfferingUser> usersByUser() throws InterruptedException {
        return usersByUser.get(() -> offeringUsers().stream()
                .collect(Collectors.toUnmodifiableMap(
                        OfferingUser::userUuid, Function.identity(), (first, second) -> first)));
    }

    /** Returns the service accounts of all projects. */
    public Listing<ProjectAccount> serviceAccounts() throws InterruptedException {
        return serviceAccounts.get(() -> waldur.offerings().listProjectServiceAccounts(offering));
    }

    /** Returns the course accounts of all projects. */
    public Listing<ProjectAccount> courseAccounts() throws InterruptedException {
        return courseAccounts.get(() -> waldur.offerings().listCourseAccounts(offering));
    }

    /**
     * Returns the SSH keys of a service provider's users: key to public key in OpenSSH form.
     *
     * @param serviceProvider the provider; the same one at every call
     */
    public Map<UUID, String> sshKeys(UUID serviceProvider) throws InterruptedException {
        return sshKeys.get(() -> waldur.serviceProviders().keys(serviceProvider));
    }

    private Listing<OfferingUser> readUsers() throws InterruptedException {
        Listing<dev.siteagent.core.waldur.OfferingUser> listed =
                waldur.offeringUsers().list(offering, List.of(), false, fields(exposedAttributes()));
        if (!listed.complete()) {
            log.warn("The list of the offering's users may lack some; nobody loses access in this cycle.");
        }
        List<OfferingUser> users = listed.items().stream()
                .filter(user -> user.uuid() != null && user.userUuid() != null)
                .map(OfferingAccounts::user)
                .toList();
        return new Listing<>(users, listed.complete() ? users.size() : -1);
    }

    private List<String> exposedAttributes() throws InterruptedException {
        try {
            return waldur.offerings().exposedUserAttributes(offering);
        } catch (WaldurException e) {
            log.warn(
                    "Which user attributes the offering may see cannot be read; taking {}. {}",
                    USUAL_ATTRIBUTES,
                    e.getMessage());
            return USUAL_ATTRIBUTES;
        }
    }

    private static List<String> fields(List<String> attributes) {
        List<String> fields = new ArrayList<>();
        for (String attribute : attributes) {
            fields.add(FIELD_PREFIX + attribute);
            if (attribute.equals("full_name")) {
                fields.add(FIELD_PREFIX + "first_name");
                fields.add(FIELD_PREFIX + "last_name");
            }
        }
        return fields;
    }

    private static OfferingUser user(dev.siteagent.core.waldur.OfferingUser user) {
        Map<String, String> attributes = new LinkedHashMap<>();
        user.attributes().forEach((field, value) -> {
            if (field.startsWith(FIELD_PREFIX) && value != null) {
                attributes.put(field.substring(FIELD_PREFIX.length()), text(value));
            }
        });
        return new OfferingUser(
                user.uuid(),
                user.userUuid(),
                user.userUsername() == null ? "" : user.userUsername(),
                Optional.of(user.username()).filter(name -> !name.isBlank()),
                user.state().wire(),
                attributes);
    }

    private static String text(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : value.toString();
    }

    /** Tells whether a user's account is there or wanted, and not to go. */
    static boolean staying(OfferingUser user) {
        return !LEAVING.contains(user.state());
    }

    /** Tells whether a user can be given access: the account is there and has a name. */
    static boolean usable(OfferingUser user) {
        return user.username().isPresent() && OfferingUserState.OK.wire().equals(user.state());
    }
}
