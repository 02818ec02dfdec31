/** The Kubernetes API server: reading through watches, writing by patches, definitions, events, leadership. */
package dev.siteagent.hobbyfarm.cluster;
