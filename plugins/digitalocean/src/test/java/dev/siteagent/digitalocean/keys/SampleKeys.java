package dev.siteagent.digitalocean.keys;

import java.util.List;

/** Keys that were made for these tests, and the fingerprints that ssh-keygen prints for them. */
public final class SampleKeys {
    public static final Sample RSA = new Sample(
            "ssh-rsa",
            "AAAAB3NzaC1yc2EAAAADAQABAAABAQCaROS74mMdGoJgQ7OAPs3PwyfzNl/KIUUUR8xg5QdZ0g+jkHeqqpAdKw10Kg"
                    + "Gq0rFmDb38RAAjGBABjlexp5dwQdSa2AcdZZG19ts6xlPKtrquQydag40iekD+11zQHWsayDCmfvzNFtdAmh2YtuZd"
                    + "7AURxFDNs5jfOFG0lXtEK4bMgB90RCADZ5qmz0U1QaErB/wGSfP00ke5xKhV9T99pvoHY1wr/tkE1XYh/+DAB4T4B/"
                    + "W36eJlYR20eg74q4DSVoBxUbAXBak783aAusjHYgMBKJjkbLqBbjEs8T+RB/2pvm6CwYv6djfLcunfRZjSFCPx5K2p"
                    + "MunIusL650Jx",
            "8b:78:08:96:f3:69:97:b0:b5:5b:0f:d6:4a:48:19:38");
    public static final Sample ECDSA_256 = new Sample(
            "ecdsa-sha2-nistp256",
            "AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBBrGYPe97Xh7Ny0JGdsY3NOVzLlM3TrlQNLIBy"
                    + "9ECPAG10F7FeRJHt438hAO0P920I+8GvR37RyUf+yGn/QNyWE=",
            "6f:54:15:57:9c:f7:b3:b4:c3:a1:ec:5a:ab:55:07:a1");
    public static final Sample ECDSA_521 = new Sample(
            "ecdsa-sha2-nistp521",
            "AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAGvq1Jf45CdBxb46jfACDsnc64BR0Zo0Tee7q"
                    + "jnZy5xX3xRIC9wIeWKPqd2nDWzGkPVVnkA0wQ32LO6HIyJzBeQEADKKhLalkhFFO3Q7r3AyFajc7JYGPj3xoDOa064"
                    + "kxZIe9YgRA6mp7XMeBgaR8I/6cz0TZRoz8x3YY9pTNbbA/ig2A==",
            "9e:6b:c2:79:42:15:9b:85:e4:d7:28:e5:8b:99:d7:2c");
    public static final Sample ED25519 = new Sample(
            "ssh-ed25519",
            "AAAAC3NzaC1lZDI1NTE5AAAAIC1u2aX3kdiy3zghSfLMQPyxA30FJuzHpWEUBSmH4V/t",
            "5e:38:f1:22:49:c3:05:c0:69:55:67:e9:d4:69:3a:db");
    public static final Sample SK_ED25519 = new Sample(
            "sk-ssh-ed25519@openssh.com",
            "AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAA" + "AABHNzaDo=",
            "04:dc:9b:b0:a6:43:8e:07:e2:b4:5c:dc:ff:08:95:c5");
    public static final Sample SK_ECDSA = new Sample(
            "sk-ecdsa-sha2-nistp256@openssh.com",
            "AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyNTYAAABBBBrGYPe97Xh7Ny0JGd"
                    + "sY3NOVzLlM3TrlQNLIBy9ECPAG10F7FeRJHt438hAO0P920I+8GvR37RyUf+yGn/QNyWEAAAAEc3NoOg==",
            "c3:ea:2c:ed:fc:3d:b0:76:67:d3:76:1b:9c:b5:bc:c2");

    public static final List<Sample> ALL = List.of(RSA, ECDSA_256, ECDSA_521, ED25519, SK_ED25519, SK_ECDSA);

    private SampleKeys() {}

    public record Sample(String type, String material, String fingerprint) {
        public String line() {
            return type + " " + material;
        }
    }
}
