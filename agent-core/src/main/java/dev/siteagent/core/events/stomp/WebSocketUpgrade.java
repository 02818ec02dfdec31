package dev.siteagent.core.events.stomp;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The HTTP request that turns a connection into a WebSocket (RFC 6455, section 4). */
final class WebSocketUpgrade {
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int ANSWER_LIMIT = 16 * 1024;

    private final BrokerAddress address;
    private final String protocol;
    private final String key;

    WebSocketUpgrade(BrokerAddress address, String protocol, RandomGenerator random) {
        this.address = address;
        this.protocol = protocol;
        byte[] nonce = new byte[16];
        random.nextBytes(nonce);
        this.key = Base64.getEncoder().encodeToString(nonce);
    }

    /** Asks for the upgrade and checks the answer. */
    void perform(InputStream in, OutputStream out) throws IOException {
        String request = "GET " + address.path() + " HTTP/1.1\r\n"
                + "Host: " + address.hostHeader() + "\r\n"
                + "Upgrade: websocket\r\n"
                + "Connection: Upgrade\r\n"
                + "Sec-WebSocket-Key: " + key + "\r\n"
                + "Sec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Protocol: " + protocol + "\r\n"
                + "\r\n";
        out.write(request.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        check(head(in));
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < 4) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the broker hung up instead of answering the WebSocket upgrade");
            }
            head.write(next);
            if (head.size() > ANSWER_LIMIT) {
                throw new IOException("the broker's answer to the WebSocket upgrade does not end");
            }
            matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private void check(String head) throws IOException {
        String[] lines = head.split("\r\n", -1);
        String[] status = lines[0].split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/") || !status[1].equals("101")) {
            throw new IOException("the broker answered the WebSocket upgrade at " + address + " with '"
                    + lines[0].strip() + "' instead of 101; is stomp_ws_host, stomp_ws_port or stomp_ws_path wrong?");
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                headers.put(
                        lines[i].substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        lines[i].substring(colon + 1).strip());
            }
        }
        if (!"websocket".equalsIgnoreCase(headers.get("upgrade"))
                || !expectedAccept().equals(headers.get("sec-websocket-accept"))) {
            throw new IOException("what answers at " + address + " is no WebSocket server");
        }
        String chosen = headers.getOrDefault("sec-websocket-protocol", protocol);
        if (!chosen.equals(protocol)) {
            throw new IOException("the broker speaks '" + chosen + "' and not " + protocol);
        }
    }

    private String expectedAccept() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
