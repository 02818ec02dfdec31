/**
 * STOMP 1.2 over WebSocket, as RabbitMQ's web-STOMP plugin speaks it: a link that is kept up for ever, and deliveries that
 * are acknowledged after the work.
 *
 * <p>The WebSocket is the package's own. The JDK's ends the whole connection at a text message that is not UTF-8, and
 * RabbitMQ sends every body as text: one binary body would come back after each reconnection and stop all events.
 */
package dev.siteagent.core.events.stomp;
