/**
 * A simulated DigitalOcean over real HTTP: stateful, and as strict as the real API where a client depends on it.
 *
 * <p>{@link dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox} is the way in. The state of the cloud ({@code Droplets},
 * {@code Keys}, {@code Tags}, {@link dev.siteagent.sandbox.digitalocean.Catalogue}) knows nothing of HTTP; the {@code …Api}
 * classes turn requests into calls and back.
 */
package dev.siteagent.sandbox.digitalocean;
