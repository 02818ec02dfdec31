/** SSH key pairs, in the forms that HobbyFarm and a cloud read. */
package dev.siteagent.hobbyfarm.keys;
