/**
 * How a running agent takes over a changed configuration file and changed plugins: both by one way, that of {@link
 * dev.siteagent.core.reload.Reloading}.
 */
package dev.siteagent.core.reload;
