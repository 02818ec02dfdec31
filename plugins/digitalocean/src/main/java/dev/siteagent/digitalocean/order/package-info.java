/** From what a customer ordered, and the offering's defaults, to what DigitalOcean is asked for. Reaches no network. */
package dev.siteagent.digitalocean.order;
