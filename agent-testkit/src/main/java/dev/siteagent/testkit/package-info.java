/**
 * Contract tests that the author of a plugin extends: one abstract JUnit class a capability, which checks what {@code
 * dev.siteagent.spi} promises of it.
 *
 * <p>The author supplies a {@link dev.siteagent.testkit.BackendFixture}: how to open a backend against a cloud of its
 * own (a simulation, or a real test account), what an order looks like, and how to look at the cloud.
 */
package dev.siteagent.testkit;
