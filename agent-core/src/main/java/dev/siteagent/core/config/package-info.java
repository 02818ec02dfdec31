/**
 * The configuration file: from YAML to validated records, every problem with its place in the file.
 *
 * <p>A file goes through these steps: text ({@code FileText}), tree with locations ({@code YamlTree}), aliases copied out
 * and {@code ${…}} replaced ({@code Expansion}), objects ({@code Binder}, the same for the host's sections and for the
 * settings classes of plugins), constraints ({@code Constraints}), and the host's own rules ({@code OfferingReader}).
 * No step throws for bad content; each adds to {@code Problems}.
 */
package dev.siteagent.core.config;
