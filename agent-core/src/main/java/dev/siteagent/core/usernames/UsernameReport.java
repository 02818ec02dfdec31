package dev.siteagent.core.usernames;

import java.util.List;

/**
 * What became of the users who wait for a name.
 *
 * @param moved how many users Waldur knows otherwise now: with a name, or with another state
 * @param problems a line for each user who failed, without personal data
 */
public record UsernameReport(int moved, List<String> problems) {
    /** Nobody waited. */
    public static final UsernameReport NOTHING = new UsernameReport(0, List.of());

    /** Copies the problems. */
    public UsernameReport {
        problems = List.copyOf(problems);
    }
}
