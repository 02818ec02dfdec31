/**
 * A simulated Kubernetes API server over HTTP: objects with versions, watches, patches, finalizers, the status subresource,
 * definitions of further types, and garbage collection by owner references. As much of it as controllers need, no more:
 * anybody may do anything, and no schema is checked.
 */
package dev.siteagent.sandbox.kubernetes;
