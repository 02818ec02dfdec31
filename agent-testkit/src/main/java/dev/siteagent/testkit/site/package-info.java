/**
 * A whole site for a plugin under test: a simulated Waldur, and the real agent that serves it with the plugin.
 *
 * <p>{@link dev.siteagent.testkit.site.AgentSite} is for tests of one's own, {@link
 * dev.siteagent.testkit.site.EndToEndContract} has those that hold for every plugin.
 */
package dev.siteagent.testkit.site;
