/**
 * The plugin SPI of the agent host: what a plugin implements, and what it is given.
 *
 * <h2>How it fits together</h2>
 *
 * <p>A plugin registers a {@link dev.siteagent.spi.BackendProvider} through {@link java.util.ServiceLoader}. For every
 * offering that names the provider, the host binds and validates the offering's {@code backend_settings} into the
 * provider's settings class and opens one {@link dev.siteagent.spi.ResourceBackend}. Everything else a backend can do is
 * a further interface that the same object implements, and that the host finds by {@code instanceof}:
 *
 * <table>
 * <caption>Capabilities</caption>
 * <tr><th>interface</th><th>what it adds</th></tr>
 * <tr><td>{@link dev.siteagent.spi.ResourceBackend}</td><td>create, read, delete; health (every backend)</td></tr>
 * <tr><td>{@link dev.siteagent.spi.PendingWorkBackend}</td><td>work that outlives a call</td></tr>
 * <tr><td>{@link dev.siteagent.spi.LimitsBackend}</td><td>limits of a resource</td></tr>
 * <tr><td>{@link dev.siteagent.spi.UserLimitsBackend}</td><td>limits of a user in a resource</td></tr>
 * <tr><td>{@link dev.siteagent.spi.PowerBackend}</td><td>pause, downscale, restore</td></tr>
 * <tr><td>{@link dev.siteagent.spi.MembersBackend}</td><td>members of a resource</td></tr>
 * <tr><td>{@link dev.siteagent.spi.ExistingMembersBackend}</td><td>roles of members that are there already</td></tr>
 * <tr><td>{@link dev.siteagent.spi.MembershipReportBackend}</td><td>what became of each grant</td></tr>
 * <tr><td>{@link dev.siteagent.spi.UserAttributesBackend}</td><td>profile attributes of users</td></tr>
 * <tr><td>{@link dev.siteagent.spi.UsageBackend}</td><td>usage of the current month</td></tr>
 * <tr><td>{@link dev.siteagent.spi.HistoricalUsageBackend}</td><td>usage of past months</td></tr>
 * <tr><td>{@link dev.siteagent.spi.ImportBackend}</td><td>resources that Waldur may import</td></tr>
 * <tr><td>{@link dev.siteagent.spi.OrderReviewBackend}</td><td>accept, reject or keep an order waiting</td></tr>
 * <tr><td>{@link dev.siteagent.spi.ProjectMirrorBackend}</td><td>projects and their dates</td></tr>
 * <tr><td>{@link dev.siteagent.spi.ResourceMirrorBackend}</td><td>a resource's end date and effective id</td></tr>
 * <tr><td>{@link dev.siteagent.spi.PeriodicSettingsBackend}</td><td>settings of usage policies</td></tr>
 * <tr><td>{@link dev.siteagent.spi.ApiKeysBackend}</td><td>API keys of a resource</td></tr>
 * <tr><td>{@link dev.siteagent.spi.UsernameReconciliationBackend}</td><td>usernames the backend assigns</td></tr>
 * <tr><td>{@link dev.siteagent.spi.EventSourceBackend}</td><td>own events: pending work moved</td></tr>
 * <tr><td>{@link dev.siteagent.spi.HomeDirectoriesBackend}</td><td>home directories</td></tr>
 * <tr><td>{@link dev.siteagent.spi.MachinesProvider}</td><td>machines and SSH keys, for bridges (on the provider)</td></tr>
 * </table>
 *
 * <h2>Rules for every call</h2>
 *
 * <ul>
 *   <li><b>Nulls.</b> No parameter, return value, record component, collection element, map key or map value is null.
 *       What may be missing is an {@link java.util.Optional}. The one exception are JSON values ({@code Map<String,
 *       Object>}), which the records document.
 *   <li><b>Threads.</b> A backend is thread-safe: the host calls it from several threads at once, though never twice at
 *       once for the same resource. Records are immutable.
 *   <li><b>Interrupts.</b> A call that waits answers an interrupt with {@link java.lang.InterruptedException} soon; the
 *       host interrupts on shutdown and when a call takes too long.
 *   <li><b>Time.</b> A call does not wait for a machine to boot or a disk to grow: it answers {@link
 *       dev.siteagent.spi.Outcome.Pending} and the host polls. Every wait for a remote side has a time-out.
 *   <li><b>Failures</b> are {@link dev.siteagent.spi.BackendException}s, whose subclass says what the host does next.
 *       Any other exception counts as a fault of the plugin and as permanent.
 *   <li><b>Secrets</b> travel as {@link dev.siteagent.spi.Secret}. Nothing secret is in a {@code toString}, a message or
 *       a log line.
 *   <li><b>Logging</b> goes to SLF4J. The host has put offering, order and resource into the MDC already.
 *   <li><b>Class loading.</b> The plugin's class loader is the thread's context class loader during every call.
 * </ul>
 *
 * <h2>Packaging</h2>
 *
 * <p>A plugin is one jar in the folder {@code plugins/}, with its libraries inside, or a folder {@code plugins/<name>/}
 * with one jar, and its libraries in {@code lib/}. The manifest of the jar describes it:
 *
 * <table>
 * <caption>Entries of the manifest</caption>
 * <tr><th>entry</th><th>what it says</th></tr>
 * <tr><td>{@code Plugin-Id}</td><td>needed; unique in the host</td></tr>
 * <tr><td>{@code Plugin-Version}</td><td>needed</td></tr>
 * <tr><td>{@code Plugin-Requires}</td><td>the versions of this SPI that it runs with, such as {@code ^1.0.0}; none is any,
 * a bare {@code 1.2.3} is {@code >=1.2.3}</td></tr>
 * <tr><td>{@code Plugin-Provider}</td><td>who makes it</td></tr>
 * <tr><td>{@code Plugin-Description}</td><td>what it is, in one line</td></tr>
 * </table>
 *
 * <p>Providers are named in {@code META-INF/services}, or by {@code provides … with} in a module descriptor; each needs a
 * public no-argument constructor. A plugin sees the JDK, this package, the APIs of SLF4J and Jakarta Validation (always
 * the host's, so a plugin brings none of these) and its own jars; it sees neither the host nor another plugin, so that
 * {@code Plugin-Dependencies} is refused, and {@code Plugin-Class} and {@code Class-Path} have no effect. {@code
 * site-agent plugins list} shows it, or why it is not loaded.
 *
 * <h2>Compatibility</h2>
 *
 * <p>The version of this package is {@link dev.siteagent.spi.SpiVersion#current()}, by semantic versioning. New methods
 * on interfaces that plugins implement come as {@code default} methods; new components of records that the host creates
 * come with a minor version.
 */
package dev.siteagent.spi;
