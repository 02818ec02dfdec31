package dev.siteagent.core.plugins;

/**
 * What a plugin threw that the SPI does not know: an {@link Error}, a checked exception that no hook declares, or an
 * exception that cannot even tell its message. Contained at the border, so that it costs the call and nothing else: no
 * code of the host expects an {@code Error} of somebody else's.
 */
final class PluginFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST_MESSAGE = 4_000;

    private PluginFault(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Returns what the host throws for something that a plugin threw: the same, where the SPI or the language has the host
     * expect it, else a fault that names the plugin.
     *
     * @param thrown what the plugin threw
     * @param plugin the plugin's name
     * @param operation the hook
     */
    static Throwable contained(Throwable thrown, String plugin, String operation) {
        boolean readable = isReadable(thrown);
        if (thrown instanceof Exception && isExpected(thrown) && readable) {
            return thrown;
        }
        String kind = thrown.getClass().getName();
        String text = "plugin " + plugin + ": " + operation + " ended with " + kind
                + (readable && thrown.getMessage() != null ? ": " + thrown.getMessage() : "")
                + ", which no hook may throw; ask the plugin's author";
        PluginFault fault = new PluginFault(text, readable ? thrown : null);
        if (!readable) {
            fault.setStackTrace(thrown.getStackTrace());
        }
        return fault;
    }

    private static boolean isExpected(Throwable thrown) {
        return thrown instanceof RuntimeException
                || thrown instanceof InterruptedException
                || thrown instanceof dev.siteagent.spi.BackendException;
    }

    /** A message that fails, or fills the log, would do its harm in the host's own code. */
    private static boolean isReadable(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            String text = thrown.toString();
            return (message == null || message.length() <= LONGEST_MESSAGE)
                    && (text == null || text.length() <= 2 * LONGEST_MESSAGE)
                    && (thrown.getCause() == null || thrown.getCause() == thrown || isReadable(thrown.getCause()));
        } catch (RuntimeException | Error unreadable) {
            return false;
        }
    }
}
