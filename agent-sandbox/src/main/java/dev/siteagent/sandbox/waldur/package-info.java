/**
 * A simulated Waldur marketplace: stateful, and as strict as the real one about states, permissions and input.
 *
 * <p>{@link dev.siteagent.sandbox.waldur.WaldurSandbox} is the way in.
 */
package dev.siteagent.sandbox.waldur;
