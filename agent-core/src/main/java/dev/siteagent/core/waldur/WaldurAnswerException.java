package dev.siteagent.core.waldur;

/**
 * Something answered that does not speak Waldur's API: a body that is no JSON or has another shape, a redirect, an
 * answer beyond the size limit.
 *
 * <p>Most often {@code waldur_api_url} points at something else, or a proxy answers in Waldur's place.
 */
public final class WaldurAnswerException extends WaldurException {

    private static final long serialVersionUID = 1L;

    WaldurAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
