/** Whether the agent is alive and can work, for probes and scrapers over HTTP (spec operator-interface.md). */
package dev.siteagent.core.health;
