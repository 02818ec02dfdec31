/** Holds the pages for authors of plugins to the sources. */
package dev.siteagent.docs;
