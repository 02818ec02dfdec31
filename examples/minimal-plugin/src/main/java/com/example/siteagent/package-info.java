/** A complete plugin, small enough to read in five minutes and to copy. */
package com.example.siteagent;
