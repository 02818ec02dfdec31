/** Offers resources that the backend has and Waldur lacks for import. */
package dev.siteagent.core.imports;
