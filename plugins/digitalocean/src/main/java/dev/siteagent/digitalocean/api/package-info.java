/**
 * DigitalOcean's API as this plugin sees it.
 *
 * <p>{@link dev.siteagent.digitalocean.api.DigitalOceanApi} is the one way in. The client library builds most requests
 * and never gets further than this package: its models hold 32-bit ids and its answers lose what the plugin needs, so
 * every answer is read here, into records of our own.
 */
package dev.siteagent.digitalocean.api;
