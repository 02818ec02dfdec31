/** A plugin for tests: a batch cluster under the names that configurations of the Python agent use. */
package dev.siteagent.distribution.cluster;
