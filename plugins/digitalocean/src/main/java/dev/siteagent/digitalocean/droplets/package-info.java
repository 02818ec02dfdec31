/**
 * The life of a droplet: made or adopted, read, resized, switched, destroyed.
 *
 * <p>Each kind of work is a class that is asked how far it is and takes the next step; none waits. What must survive a
 * crash is on the droplet (its tag, its state) or in the handle; what is kept in memory only saves requests.
 */
package dev.siteagent.digitalocean.droplets;
