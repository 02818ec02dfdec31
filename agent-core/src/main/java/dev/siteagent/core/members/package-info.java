/** Who has access to a resource: teams, offering users, service and course accounts. */
package dev.siteagent.core.members;
