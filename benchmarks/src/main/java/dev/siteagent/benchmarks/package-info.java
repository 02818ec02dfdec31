/** Load on the whole agent, against the simulated services. */
package dev.siteagent.benchmarks;
