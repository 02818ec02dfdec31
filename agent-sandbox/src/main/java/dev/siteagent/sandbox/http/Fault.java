package dev.siteagent.sandbox.http;

import java.time.Duration;

/** One way for a request to go wrong. */
public sealed interface Fault {

    /** Whether the work of the request has been done when the fault strikes. */
    enum Moment {
        /** Nothing has happened: a second attempt is the first one that counts. */
        BEFORE_WORK,
        /** The work took effect, only its answer suffers. */
        AFTER_WORK
    }

    /** Another answer than the service's own is sent. */
    record Answered(Moment moment, Response response) implements Fault {}

    /**
     * The connection is closed without a byte of an answer. Clients see its end, not a TCP reset, which the JDK's server
     * cannot send; some repeat a GET once by themselves when that happens.
     */
    record Dropped(Moment moment) implements Fault {}

    /** The request waits, and then goes on as if nothing had been. */
    record Stalled(Moment moment, Duration duration) implements Fault {}

    /** The work is done, and half of the answer's body is sent before the connection closes. */
    record Truncated() implements Fault {}

    /** The work is done, and the answer has its status and headers but another body. */
    record Garbled(Body body) implements Fault {}

    /** Answers in place of the service, nothing is done. */
    static Fault answer(Response response) {
        return new Answered(Moment.BEFORE_WORK, response);
    }

    /** Does the work, then answers something else, such as a proxy's 502. */
    static Fault answerAfterWork(Response response) {
        return new Answered(Moment.AFTER_WORK, response);
    }

    /** Closes the connection, nothing is done. */
    static Fault reset() {
        return new Dropped(Moment.BEFORE_WORK);
    }

    /** Does the work, then closes the connection: the answer is lost. */
    static Fault answerLost() {
        return new Dropped(Moment.AFTER_WORK);
    }

    /** Waits before the work. */
    static Fault stall(Duration duration) {
        return new Stalled(Moment.BEFORE_WORK, duration);
    }

    /** Does the work and waits before the answer: an impatient client never sees it. */
    static Fault stallAfterWork(Duration duration) {
        return new Stalled(Moment.AFTER_WORK, duration);
    }

    /** Does the work and sends half of the answer. */
    static Fault truncate() {
        return new Truncated();
    }

    /** Does the work and sends a body that is neither JSON nor text. */
    static Fault garbage() {
        return garbage(Body.of("\u0000{\"half\": [\u0001<<< not JSON"));
    }

    /** Does the work and sends a body of the caller's choice with the status of the real answer. */
    static Fault garbage(Body body) {
        return new Garbled(body);
    }
}
