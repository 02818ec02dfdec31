/**
 * A small STOMP 1.2 broker over WebSocket, with RabbitMQ's habits as far as an agent meets them: durable queues, prefetch,
 * redelivery, refusals. It serves tests where no RabbitMQ is at hand, and can send what no real broker would.
 */
package dev.siteagent.sandbox.stomp;
