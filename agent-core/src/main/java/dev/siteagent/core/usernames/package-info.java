/** The names that users have at an offering: who waits for one gets it, and what a backend assigned is written back. */
package dev.siteagent.core.usernames;
