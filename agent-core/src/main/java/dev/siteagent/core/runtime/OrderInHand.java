package dev.siteagent.core.runtime;

import java.time.Instant;
import java.util.UUID;

/**
 * An order that the agent works on or has put aside for the moment.
 *
 * @param order its UUID
 * @param type such as {@code CREATE}
 * @param resource the name of the resource
 * @param since when the agent took it up
 * @param step what happens with it now, for people
 */
public record OrderInHand(UUID order, String type, String resource, Instant since, String step) {}
