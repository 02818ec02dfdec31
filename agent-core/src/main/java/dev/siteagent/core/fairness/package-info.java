/** Who comes first where a pass may be cut short. */
package dev.siteagent.core.fairness;
