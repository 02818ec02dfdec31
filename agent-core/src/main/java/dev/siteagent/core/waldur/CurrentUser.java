package dev.siteagent.core.waldur;

import java.util.UUID;

/**
 * The user whose token the agent has.
 *
 * @param uuid the user's UUID
 * @param username the user's name
 * @param isStaff whether it is one of Waldur's own operators
 * @param isActive whether the user is not blocked
 * @param isSupport whether it may read everything
 */
public record CurrentUser(UUID uuid, String username, boolean isStaff, boolean isActive, boolean isSupport) {}
