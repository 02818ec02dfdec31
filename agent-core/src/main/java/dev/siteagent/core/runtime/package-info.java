/**
 * What makes the processors run: modes, periods, threads, locks, shutdown.
 *
 * <p>Every offering has a desk of its own, with its own thread, workers and backends, so that one that hangs delays no
 * other. A desk's thread owns the desk's state and does nothing that can block; workers do what waits for Waldur or a
 * backend and put what came of it into the desk's inbox. So there are no locks but one set of claimed resources.
 */
package dev.siteagent.core.runtime;
