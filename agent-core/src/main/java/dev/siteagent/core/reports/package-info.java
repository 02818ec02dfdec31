/** Usage of the billing months: read from the backend, compared with what Waldur has, reported where it differs. */
package dev.siteagent.core.reports;
