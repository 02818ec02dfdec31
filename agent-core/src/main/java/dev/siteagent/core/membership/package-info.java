/**
 * Keeps what Waldur and the backend know of an offering's resources in step: members, power, limits, metadata (spec
 * waldur-agent, membership_sync).
 *
 * <p>One cycle is called by one thread; there are no threads in here.
 */
package dev.siteagent.core.membership;
