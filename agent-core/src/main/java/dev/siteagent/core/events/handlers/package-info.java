/** What events are turned into, a handler for each shape of event; those of orders are with the desk that works them. */
package dev.siteagent.core.events.handlers;
