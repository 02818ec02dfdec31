/** What an operator sees of a running agent: its log. */
package dev.siteagent.core.observe;
