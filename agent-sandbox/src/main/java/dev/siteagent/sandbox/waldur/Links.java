package dev.siteagent.sandbox.waldur;

import java.net.URI;
import java.util.UUID;

/** The addresses by which Waldur's answers refer to each other. */
record Links(URI base) {

    String to(String family, UUID uuid) {
        return base + "/api/" + family + "/" + Ids.hex(uuid) + "/";
    }
}
