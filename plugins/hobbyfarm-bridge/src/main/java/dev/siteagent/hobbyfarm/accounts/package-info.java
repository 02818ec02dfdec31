/** Accounts of clouds: their tokens in Secrets, and what is opened with them. */
package dev.siteagent.hobbyfarm.accounts;
