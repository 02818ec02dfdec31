/**
 * Waldur's events: what they say, and how they become work. {@link dev.siteagent.core.events.stomp} brings them in.
 */
package dev.siteagent.core.events;
