package dev.siteagent.sandbox.digitalocean;

import java.util.List;
import java.util.Set;

/**
 * A droplet to be made, checked.
 *
 * @param name a valid host name
 * @param region a region that has the size and the image
 * @param tags in their first spelling
 * @param sshKeys ids of keys of the account
 * @param userData cloud-init data, empty for none
 * @param vpcUuid the network, null for the region's default
 */
record NewDroplet(
        String name,
        Region region,
        Size size,
        Image image,
        Set<String> tags,
        List<Long> sshKeys,
        String userData,
        boolean ipv6,
        boolean backups,
        boolean monitoring,
        boolean publicNetworking,
        String vpcUuid) {}
