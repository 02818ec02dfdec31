package dev.siteagent.core.waldur;

/**
 * A call of Waldur's API that brought no usable answer.
 *
 * <p>The message names the operation and the object it was for, and never holds a token, a header or a body. Which of
 * the three kinds it is tells what to do:
 *
 * <ul>
 *   <li>{@link WaldurUnavailableException}: passing; try again in the next cycle, it says nothing about an order.
 *   <li>{@link WaldurRejectedException}: Waldur understood and refused; report it.
 *   <li>{@link WaldurAnswerException}: what came back is not what the API promises; report it.
 * </ul>
 */
public abstract sealed class WaldurException extends RuntimeException
        permits WaldurUnavailableException, WaldurRejectedException, WaldurAnswerException {

    private static final long serialVersionUID = 1L;

    WaldurException(String message, Throwable cause) {
        super(message, cause);
    }
}
