/** Tests of the finished distribution: its files, its launcher, and the agent as a process. */
package dev.siteagent.distribution;
