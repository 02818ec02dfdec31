package dev.siteagent.core.plugins;

import java.util.ServiceConfigurationError;
import java.util.stream.Collectors;

/**
 * Why a plugin is not loaded. The message is one line: the reason, a semicolon, what to do; the plugin's file is added by
 * who catches it.
 */
final class PluginProblem extends Exception {
    private static final long serialVersionUID = 1L;

    PluginProblem(String reason, String advice) {
        this(reason, advice, null);
    }

    PluginProblem(String reason, String advice, Throwable cause) {
        super(oneLine(reason) + "; " + advice, cause);
    }

    /**
     * Explains what the plugin's own code or jars threw.
     *
     * @param what what was tried, such as {@code provider acme.Clouds cannot be made}
     * @param thrown what came of it
     */
    static PluginProblem thrownBy(String what, Throwable thrown) {
        Throwable root = root(thrown);
        String reason = what + ": " + textOf(root);
        return new PluginProblem(reason, advice(root), thrown);
    }

    /** The errors of the JDK that only say that something else went wrong are left out. */
    private static Throwable root(Throwable thrown) {
        boolean envelope = thrown instanceof ServiceConfigurationError || thrown instanceof ExceptionInInitializerError;
        return envelope && thrown.getCause() != null ? root(thrown.getCause()) : thrown;
    }

    private static String textOf(Throwable root) {
        String kind = root.getClass().getSimpleName();
        if (root.getMessage() == null) {
            return kind;
        }
        return root instanceof ServiceConfigurationError ? root.getMessage() : kind + ": " + root.getMessage();
    }

    private static String advice(Throwable root) {
        if (root instanceof UnsupportedClassVersionError) {
            return "run the agent on a newer Java than " + Runtime.version().feature()
                    + ", or take a build of the plugin for this one";
        }
        if (root instanceof NoSuchMethodException || root instanceof InstantiationException) {
            return "a provider is a public class, not abstract, with a public constructor without parameters";
        }
        if (root instanceof NoClassDefFoundError || root instanceof ClassNotFoundException) {
            return "a plugin sees only the JDK, the SPI, the APIs of SLF4J and Jakarta Validation and its own jars:"
                    + " put what is missing into the plugin";
        }
        if (root instanceof ServiceConfigurationError) {
            return "correct META-INF/services, or provides … with in the module descriptor, of the plugin";
        }
        return "take another build of the plugin, or ask its author";
    }

    private static String oneLine(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining(" "));
    }
}
