/**
 * The HTTP ground of the simulated services: a server on loopback, routes, latency, faults and a log of what was asked.
 *
 * <p>A simulated service is a {@link dev.siteagent.sandbox.http.Handler}; {@link dev.siteagent.sandbox.http.SandboxServer}
 * puts it on a port and misbehaves on demand. The package knows nothing of any service.
 */
package dev.siteagent.sandbox.http;
