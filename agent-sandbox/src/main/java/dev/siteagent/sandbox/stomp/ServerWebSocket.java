package dev.siteagent.sandbox.stomp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/** The server's side of a WebSocket (RFC 6455), as far as a test needs it. One thread reads, any thread writes. */
final class ServerWebSocket {
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final DataInputStream in;
    private final DataOutputStream out;

    private ServerWebSocket(Socket socket) throws IOException {
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = new DataOutputStream(socket.getOutputStream());
    }

    /** Answers the upgrade request on a fresh connection; any other path than those given gets a 404. */
    static ServerWebSocket accept(Socket socket, Set<String> paths) throws IOException {
        ServerWebSocket accepted = new ServerWebSocket(socket);
        String request = accepted.requestHead();
        if (paths.stream().noneMatch(path -> request.startsWith("GET " + path + " "))) {
            accepted.text("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            throw new EOFException("a request for none of " + paths);
        }
        accepted.text("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                + "sec-websocket-accept: " + accept(header(request, "sec-websocket-key")) + "\r\n"
                + "sec-websocket-protocol: v12.stomp\r\n\r\n");
        return accepted;
    }

    private String requestHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String header(String request, String name) {
        for (String line : request.split("\r\n", -1)) {
            if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
                return line.substring(name.length() + 1).strip();
            }
        }
        return "";
    }

    private static String accept(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    /** Waits for the next message. */
    byte[] receive() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        while (true) {
            int first = in.readUnsignedByte();
            int size = in.readUnsignedByte() & 0x7f;
            long length = size == 126 ? in.readUnsignedShort() : size == 127 ? in.readLong() : size;
            byte[] mask = in.readNBytes(4);
            byte[] content = in.readNBytes(Math.toIntExact(length));
            for (int i = 0; i < content.length; i++) {
                content[i] ^= mask[i % 4];
            }
            int opcode = first & 0x0f;
            if (opcode == 8) {
                throw new EOFException("the agent closed the WebSocket");
            }
            if (opcode < 8) {
                message.writeBytes(content);
                if ((first & 0x80) != 0) {
                    return message.toByteArray();
                }
            }
        }
    }

    /** Sends a text message, in one piece and unchecked, as RabbitMQ does even with a body that is no text. */
    void send(byte[] content) throws IOException {
        write(0x81, content);
    }

    /** Says that the connection ends. */
    void sayClosed(int code, String reason) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(code >> 8);
        content.write(code & 0xff);
        content.writeBytes(reason.getBytes(StandardCharsets.UTF_8));
        write(0x88, content.toByteArray());
    }

    private synchronized void write(int first, byte[] content) throws IOException {
        out.writeByte(first);
        if (content.length < 126) {
            out.writeByte(content.length);
        } else if (content.length <= 0xffff) {
            out.writeByte(126);
            out.writeShort(content.length);
        } else {
            out.writeByte(127);
            out.writeLong(content.length);
        }
        out.write(content);
        out.flush();
    }
}
