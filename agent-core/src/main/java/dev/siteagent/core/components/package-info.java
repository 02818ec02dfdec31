/** Brings the components of an offering in Waldur in line with those of the configuration file. */
package dev.siteagent.core.components;
