/** The command line: {@code site-agent} and its commands. */
package dev.siteagent.core.cli;
