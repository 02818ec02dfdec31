package dev.siteagent.sandbox.digitalocean;

/** Something DigitalOcean would refuse with HTTP status 422; the message is the one it would send. */
final class Unprocessable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unprocessable(String message) {
        super(message, null, false, false);
    }
}
