package dev.siteagent.core.events.stomp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A STOMP frame. Immutable but for its body, which is not to be changed.
 *
 * <p>{@code toString} shows the command alone, since headers may hold a passcode and bodies user data.
 */
final class Frame implements Received {
    private final String command;
    private final Map<String, String> headers;
    private final byte[] body;

    /**
     * Makes a frame.
     *
     * @param command such as {@code MESSAGE}
     * @param headers the headers, unescaped; not copied
     * @param body the body, empty where there is none; not copied
     */
    Frame(String command, Map<String, String> headers, byte[] body) {
        this.command = command;
        this.headers = headers;
        this.body = body;
    }

    /** Starts a frame without headers and body. */
    static Frame of(String command) {
        return new Frame(command, Map.of(), new byte[0]);
    }

    /** Returns the same frame with one more header. */
    Frame with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Frame(command, more, body);
    }

    String command() {
        return command;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    /** Returns a header's value; of a repeated header it is the first, as STOMP 1.2 has it. */
    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    @Override
    public String toString() {
        return command;
    }
}
