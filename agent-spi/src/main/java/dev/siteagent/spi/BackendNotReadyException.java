package dev.siteagent.spi;

/**
 * Nothing failed, but the backend cannot do this yet: it is under maintenance, or waits for somebody. The host leaves the
 * order or resource as it is and asks again in the next cycle. A failed {@link ResourceBackend#preflight()} of this kind
 * skips the offering's cycle.
 *
 * @since 1.0.0
 */
public final class BackendNotReadyException extends BackendException {
    private static final long serialVersionUID = 1L;

    /**
     * An answer for the next cycle.
     *
     * @param message what is missing and who can help
     */
    public BackendNotReadyException(String message) {
        super(message, null, null);
    }
}
