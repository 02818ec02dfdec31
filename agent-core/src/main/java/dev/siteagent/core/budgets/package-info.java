/** The rate budgets that all plugins and offerings of the process share. */
package dev.siteagent.core.budgets;
