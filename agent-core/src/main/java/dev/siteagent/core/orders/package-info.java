/**
 * What the agent does with an order: review, approve, carry out, record, wait, complete.
 *
 * <p>Plain classes over the Waldur client and the SPI; no threads inside, no state beyond what one cycle may share. The
 * rules are those of an agent that may die at any moment: whatever must be remembered is in Waldur or on the backend, and
 * an order that is begun again goes on from what is there.
 */
package dev.siteagent.core.orders;
