/** What an operator sees at a glance: what is at work, what is in hand, what failed; as a page. */
package dev.siteagent.core.status;
