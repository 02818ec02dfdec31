package dev.siteagent.sandbox.digitalocean;

/**
 * The addresses of a droplet, out of ranges set aside for tests (RFC 2544, RFC 3849).
 *
 * @param publicIpv4 null where no public network was wanted
 * @param privateIpv4 not null
 * @param publicIpv6 not null
 */
record Addresses(String publicIpv4, String privateIpv4, String publicIpv6) {
    /** Gives the n-th droplet its addresses; distinct for the first 120,000. */
    static Addresses of(long number, boolean publicNetworking) {
        long host = number % 120_000 + 256;
        String publicIpv4 = "198." + (18 + (host >> 16)) + "." + ((host >> 8) & 255) + "." + (host & 255);
        String privateIpv4 = "10." + (110 + (host >> 16)) + "." + ((host >> 8) & 255) + "." + (host & 255);
        String publicIpv6 = "2001:db8:0:1010::" + Long.toHexString(number + 1);
        return new Addresses(publicNetworking ? publicIpv4 : null, privateIpv4, publicIpv6);
    }
}
