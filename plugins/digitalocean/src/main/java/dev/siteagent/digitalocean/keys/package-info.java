/** SSH public keys: read, fingerprinted, found in the account or registered there. */
package dev.siteagent.digitalocean.keys;
