package dev.siteagent.core.events;

/** The work of an event cannot be ended yet, for a reason that will pass: it is tried again for as long as it takes. */
public final class NotYetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Says why.
     *
     * @param why what is waited for, a whole sentence
     */
    public NotYetException(String why) {
        super(why);
    }
}
