/**
 * Plugins: found, isolated, started, listed, unloaded.
 *
 * <p>PF4J owns the life cycle of what lies in the plugins folder, a descriptor in the jar manifest and one class loader a
 * plugin; providers are found by {@link java.util.ServiceLoader} alone. A plugin sees the JDK, the packages of {@link
 * dev.siteagent.core.plugins.SharedPackages} and its own jars. A bad plugin costs one line in the log and a {@link
 * dev.siteagent.core.plugins.PluginReport}, and nothing else.
 */
package dev.siteagent.core.plugins;
