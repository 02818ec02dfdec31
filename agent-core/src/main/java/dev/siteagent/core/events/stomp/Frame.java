package dev.siteagent.core.events.stomp;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A STOMP frame.
 *
 * <p>{@code toString} shows the command alone, since headers may hold a passcode and bodies user data.
 *
 * @param command such as {@code MESSAGE}
 * @param headers the headers, unescaped; of a repeated one the first, as STOMP 1.2 has it
 * @param body the body, empty where there is none; neither copied nor to be changed
 */
record Frame(String command, Map<String, String> headers, byte[] body) implements Received {

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

    /** Returns a header's value. */
    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Frame frame
                && command.equals(frame.command)
                && headers.equals(frame.headers)
                && Arrays.equals(body, frame.body);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * command.hashCode() + headers.hashCode()) + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return command;
    }
}
