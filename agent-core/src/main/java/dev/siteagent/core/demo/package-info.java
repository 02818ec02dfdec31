/**
 * {@code site-agent demo}: simulated services beside the real agent with real plugins, in one process, and the story of
 * what happens between them. The only part of the host that uses the sandbox.
 */
package dev.siteagent.core.demo;
