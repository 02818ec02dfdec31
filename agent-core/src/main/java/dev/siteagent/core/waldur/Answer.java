package dev.siteagent.core.waldur;

import java.net.http.HttpHeaders;

/** An HTTP answer whose body has been read in full. */
record Answer(int status, HttpHeaders headers, String body) {

    boolean succeeded() {
        return status >= 200 && status < 300;
    }

    /** Leaves headers and body out, which may hold user data. */
    @Override
    public String toString() {
        return "HTTP " + status;
    }
}
