/**
 * {@code site-agent demo}: a simulated Waldur and a simulated cloud beside the real agent with a real plugin, in one
 * process, and the story of what happens between them. The only part of the host that uses the sandbox.
 */
package dev.siteagent.core.demo;
