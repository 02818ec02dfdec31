package dev.siteagent.core.events.stomp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes frames. Stateless. */
final class FrameEncoder {
    private FrameEncoder() {}

    /** Returns the frame's bytes, the closing NUL included. */
    static byte[] encode(Frame frame) {
        // STOMP 1.2 leaves CONNECT unescaped, for the sake of brokers that only know 1.0.
        boolean escape = !frame.command().equals("CONNECT");
        StringBuilder head = new StringBuilder(frame.command()).append('\n');
        for (Map.Entry<String, String> header : frame.headers().entrySet()) {
            head.append(escape ? escaped(header.getKey()) : header.getKey())
                    .append(':')
                    .append(escape ? escaped(header.getValue()) : header.getValue())
                    .append('\n');
        }
        head.append('\n');
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(frame.body());
        bytes.write(0);
        return bytes.toByteArray();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\r", "\\r")
                .replace("\n", "\\n")
                .replace(":", "\\c");
    }
}
