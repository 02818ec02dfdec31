package dev.siteagent.sandbox.stomp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A frame as the broker reads and writes it. The body is not copied. */
final class StompText {
    private final String command;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private byte[] body = new byte[0];

    StompText(String command) {
        this.command = command;
    }

    String command() {
        return command;
    }

    byte[] body() {
        return body;
    }

    /** Returns a header, or the empty text. */
    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    StompText with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    StompText with(byte[] newBody) {
        body = newBody;
        return with("content-length", Integer.toString(newBody.length));
    }

    /**
     * Reads the one frame of a WebSocket message.
     *
     * @return null for a heart-beat
     */
    static StompText read(byte[] message) {
        String text = new String(message, StandardCharsets.ISO_8859_1).stripLeading();
        if (text.isEmpty()) {
            return null;
        }
        int headEnd = text.indexOf("\n\n");
        int end = text.lastIndexOf('\0');
        if (headEnd < 0 || end < headEnd) {
            throw new IllegalArgumentException("The agent sent what is no STOMP frame.");
        }
        String[] lines = text.substring(0, headEnd).split("\n", -1);
        StompText frame = new StompText(lines[0]);
        boolean escaped = !frame.command.equals("CONNECT");
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            String value = lines[i].substring(colon + 1);
            frame.headers.putIfAbsent(lines[i].substring(0, colon), escaped ? unescaped(value) : value);
        }
        frame.body = text.substring(headEnd + 2, end).getBytes(StandardCharsets.ISO_8859_1);
        return frame;
    }

    /** Returns the frame's bytes. RabbitMQ ends each with a line end after the NUL. */
    byte[] bytes() {
        StringBuilder head = new StringBuilder(command).append('\n');
        boolean escape = !command.equals("CONNECTED");
        headers.forEach((name, value) -> head.append(name)
                .append(':')
                .append(escape ? escaped(value) : value)
                .append('\n'));
        head.append('\n');
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(body);
        bytes.write(0);
        bytes.write('\n');
        return bytes.toByteArray();
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace(":", "\\c");
    }

    private static String unescaped(String value) {
        return value.replace("\\c", ":").replace("\\n", "\n").replace("\\\\", "\\");
    }
}
