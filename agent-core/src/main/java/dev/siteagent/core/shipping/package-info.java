/** The agent's log at Waldur: each offering's Waldur is sent the lines about that offering. */
package dev.siteagent.core.shipping;
