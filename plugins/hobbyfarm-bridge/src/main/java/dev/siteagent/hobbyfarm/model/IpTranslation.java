package dev.siteagent.hobbyfarm.model;

import java.util.Map;
import java.util.Optional;

/**
 * An Environment's {@code ip_translation_map}: the first three octets of a private address to those of the public one.
 *
 * @param prefixes private to public, such as {@code 10.0.0} to {@code 203.0.113}
 */
public record IpTranslation(Map<String, String> prefixes) {
    /** Copies the map. */
    public IpTranslation {
        prefixes = Map.copyOf(prefixes);
    }

    /** Returns the public address of a private IPv4 address, where the map has one. */
    public Optional<String> publicAddress(String privateAddress) {
        int dot = privateAddress.lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        return Optional.ofNullable(prefixes.get(privateAddress.substring(0, dot)))
                .map(prefix -> prefix + privateAddress.substring(dot));
    }
}
