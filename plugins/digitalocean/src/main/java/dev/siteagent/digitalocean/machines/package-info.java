/** Droplets for bridges, which keep their own records. */
package dev.siteagent.digitalocean.machines;
