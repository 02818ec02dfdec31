/** What the agent counts and measures, for Prometheus (spec operator-interface.md, "Observability"). */
package dev.siteagent.core.metrics;
