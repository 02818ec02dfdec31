package dev.siteagent.core.events.stomp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the frames of one WebSocket message. Never throws: bytes that are no frame come out as {@link Received.Broken}.
 *
 * <p>A message holds whole frames, or line ends alone as a heart-beat; RabbitMQ sends one frame in each. So a broken frame
 * cannot swallow the one after it.
 */
final class FrameDecoder {
    private final byte[] bytes;
    private int at;

    private FrameDecoder(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Decodes a message. The list is empty for a heart-beat. */
    static List<Received> decode(WebSocketMessage message) {
        if (message.isCut()) {
            return List.of(new FrameDecoder(message.start()).tooLong(message));
        }
        FrameDecoder decoder = new FrameDecoder(message.start());
        List<Received> all = new ArrayList<>();
        while (decoder.skipLineEnds()) {
            Received next = decoder.next();
            all.add(next);
            if (next instanceof Received.Broken) {
                break;
            }
        }
        return all;
    }

    private Received tooLong(WebSocketMessage message) {
        skipLineEnds();
        Head head = head();
        return head.broken("it has " + message.length() + " bytes, more than the " + message.start().length
                + " that an event may have");
    }

    /** Skips heart-beats; false at the end of the message. */
    private boolean skipLineEnds() {
        while (at < bytes.length && (bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
        return at < bytes.length;
    }

    private Received next() {
        Head head = head();
        if (head.fault != null) {
            return head.broken(head.fault);
        }
        String declared = head.headers.get("content-length");
        int end = declared == null ? indexOfNul() : at + lengthOf(declared);
        if (declared != null && (end < at || end >= bytes.length || bytes[end] != 0)) {
            return head.broken("its content-length is wrong: the body does not end there");
        }
        if (end < 0) {
            return head.broken("it is cut off: the closing NUL is missing");
        }
        byte[] body = Arrays.copyOfRange(bytes, at, end);
        at = end + 1;
        return new Frame(head.command, head.headers, body);
    }

    private int indexOfNul() {
        for (int i = at; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Reads a declared length; one that is no number of bytes in this message puts the end before the start. */
    private int lengthOf(String declared) {
        boolean digits = !declared.isEmpty()
                && declared.length() < 10
                && declared.chars().allMatch(c -> c >= '0' && c <= '9');
        int length = digits ? Integer.parseInt(declared) : -1;
        return length <= bytes.length - at ? length : -1;
    }

    /** Reads command and headers as far as they go, so that the id to acknowledge is found even in a broken frame. */
    private Head head() {
        Head head = new Head();
        head.command = line(head);
        boolean escaped = !head.command.equals("CONNECTED");
        while (head.open) {
            String line = line(head);
            if (line.isEmpty() || !head.open) {
                // A line that is cut off counts for nothing: half an id would acknowledge what is not there.
                break;
            }
            int colon = line.indexOf(':');
            if (colon < 1) {
                head.fault("a header has no name or no colon");
                continue;
            }
            String name = escaped ? unescaped(line.substring(0, colon), head) : line.substring(0, colon);
            String value = escaped ? unescaped(line.substring(colon + 1), head) : line.substring(colon + 1);
            head.headers.putIfAbsent(name, value);
        }
        if (head.command.isEmpty() || !head.command.chars().allMatch(c -> c >= 'A' && c <= 'Z')) {
            head.fault("it does not begin with a command");
        }
        return head;
    }

    /** Reads up to the next line end; a NUL or the end of the message closes the head. */
    private String line(Head head) {
        int start = at;
        while (at < bytes.length && bytes[at] != '\n' && bytes[at] != 0) {
            at++;
        }
        int end = at;
        if (at >= bytes.length || bytes[at] == 0) {
            head.open = false;
            head.fault("it is cut off within its header");
            return new String(bytes, start, end - start, StandardCharsets.UTF_8);
        }
        at++;
        if (end > start && bytes[end - 1] == '\r') {
            end--;
        }
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    private static String unescaped(String text, Head head) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            switch (i < text.length() ? text.charAt(i++) : ' ') {
                case 'n' -> plain.append('\n');
                case 'r' -> plain.append('\r');
                case 'c' -> plain.append(':');
                case '\\' -> plain.append('\\');
                default -> head.fault("a header has an escape that STOMP does not know");
            }
        }
        return plain.toString();
    }

    /** Command and headers, and the first fault in them. */
    private static final class Head {
        private String command = "";
        private final Map<String, String> headers = new LinkedHashMap<>();
        private boolean open = true;
        private String fault;

        void fault(String what) {
            if (fault == null) {
                fault = what;
            }
        }

        Received.Broken broken(String why) {
            return new Received.Broken(why, Optional.ofNullable(headers.get("ack")));
        }
    }
}
