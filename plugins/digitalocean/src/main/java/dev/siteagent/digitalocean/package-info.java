/** The {@code digitalocean} backend: what the host sees of it. */
package dev.siteagent.digitalocean;
