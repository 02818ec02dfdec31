package dev.siteagent.core.events.stomp;

import dev.siteagent.core.waldur.TrustEverything;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * The client's side of a WebSocket (RFC 6455), for messages of bytes.
 *
 * <p>One thread receives; any thread sends and closes. Text is not checked to be UTF-8: see the package's description.
 */
final class WebSocket implements Closeable {
    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int CONTROL_LIMIT = 125;
    private static final int NORMAL_CLOSURE = 1000;

    private final Socket wire;
    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final RandomGenerator masks;
    private final int messageLimit;
    private final ReentrantLock sending = new ReentrantLock();

    private WebSocket(Socket wire, Socket socket, int messageLimit, RandomGenerator masks) throws IOException {
        this.wire = wire;
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 16 * 1024));
        this.out = socket.getOutputStream();
        this.masks = masks;
        this.messageLimit = messageLimit;
    }

    /**
     * Opens a WebSocket.
     *
     * @param address where to
     * @param protocol the sub-protocol to ask for
     * @param timeout how long each of connecting, TLS and upgrade may take, positive
     * @param messageLimit how many bytes of a message are kept, positive
     * @param random for keys and masks; must not be guessable where TLS is off
     */
    static WebSocket open(
            BrokerAddress address, String protocol, Duration timeout, int messageLimit, RandomGenerator random)
            throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        Socket wire = new Socket();
        try {
            wire.connect(new InetSocketAddress(address.host(), address.port()), millis);
            wire.setTcpNoDelay(true);
            wire.setKeepAlive(true);
            wire.setSoTimeout(millis);
            Socket socket = address.tls() ? secured(wire, address) : wire;
            WebSocket opened = new WebSocket(wire, socket, messageLimit, random);
            new WebSocketUpgrade(address, protocol, random).perform(opened.in, opened.out);
            return opened;
        } catch (IOException | RuntimeException e) {
            wire.close();
            throw e;
        }
    }

    private static SSLSocket secured(Socket wire, BrokerAddress address) throws IOException {
        SSLSocket secure = (SSLSocket)
                context(address).getSocketFactory().createSocket(wire, address.host(), address.port(), true);
        if (address.verifyCertificate()) {
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
        }
        secure.startHandshake();
        return secure;
    }

    private static SSLContext context(BrokerAddress address) throws IOException {
        try {
            return address.verifyCertificate() ? SSLContext.getDefault() : TrustEverything.context();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("this Java has no usable TLS", e);
        }
    }

    /** Sets how long {@link #receive} waits for the next byte before it fails; zero waits for ever. */
    void failWhenSilentFor(Duration silence) throws IOException {
        socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
    }

    /** Sends a text message. */
    void send(byte[] text) throws IOException {
        write(TEXT, text);
    }

    /**
     * Waits for the next message and answers pings meanwhile.
     *
     * @return the message, kept as far as the limit allows
     * @throws WebSocketClosed when the other side closed, or broke the protocol
     * @throws java.net.SocketTimeoutException when it was silent for too long
     */
    WebSocketMessage receive() throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        long length = 0;
        boolean begun = false;
        while (true) {
            int first = in.readUnsignedByte();
            long size = size(in.readUnsignedByte());
            int opcode = first & 0x0f;
            boolean last = (first & FINAL) != 0;
            if ((first & 0x70) != 0 || (opcode >= CLOSE && (size > CONTROL_LIMIT || !last))) {
                throw violation("a frame with bits or a size that were not agreed on");
            }
            if (opcode >= CLOSE) {
                control(opcode, in.readNBytes((int) size));
                continue;
            }
            if (opcode > BINARY || (begun != (opcode == CONTINUATION))) {
                throw violation("a frame of kind " + opcode + " out of turn");
            }
            begun = true;
            length += size;
            keep(kept, size);
            if (last) {
                return new WebSocketMessage(kept.toByteArray(), length);
            }
        }
    }

    private long size(int second) throws IOException {
        if ((second & MASKED) != 0) {
            throw violation("a masked frame");
        }
        int shortSize = second & 0x7f;
        long size =
                switch (shortSize) {
                    case 126 -> in.readUnsignedShort();
                    case 127 -> in.readLong();
                    default -> shortSize;
                };
        if (size < 0) {
            throw violation("a frame of negative size");
        }
        return size;
    }

    /** Reads a frame's bytes and keeps them within the limit; the rest goes by without taking memory. */
    private void keep(ByteArrayOutputStream kept, long size) throws IOException {
        long left = size;
        byte[] chunk = new byte[(int) Math.min(size, 8 * 1024)];
        while (left > 0) {
            int count = (int) Math.min(left, chunk.length);
            in.readFully(chunk, 0, count);
            kept.write(chunk, 0, Math.min(count, messageLimit - kept.size()));
            left -= count;
        }
    }

    private void control(int opcode, byte[] content) throws IOException {
        switch (opcode) {
            case PING -> write(PONG, content);
            case PONG -> {
                // Nothing was asked; any byte is a sign of life already.
            }
            case CLOSE -> {
                write(CLOSE, content.length >= 2 ? new byte[] {content[0], content[1]} : new byte[0]);
                throw new WebSocketClosed("the broker closed the connection" + closeReason(content));
            }
            default -> throw violation("a control frame of unknown kind " + opcode);
        }
    }

    private static String closeReason(byte[] content) {
        if (content.length < 2) {
            return "";
        }
        int code = ByteBuffer.wrap(content).getShort() & 0xffff;
        String reason = new String(content, 2, content.length - 2, StandardCharsets.UTF_8);
        return " with code " + code + (reason.isBlank() ? "" : " and the words '" + reason.strip() + "'");
    }

    private static WebSocketClosed violation(String what) {
        return new WebSocketClosed("the broker broke the WebSocket protocol: it sent " + what);
    }

    private void write(int opcode, byte[] content) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(content.length + 14);
        frame.put((byte) (FINAL | opcode));
        if (content.length <= CONTROL_LIMIT) {
            frame.put((byte) (MASKED | content.length));
        } else if (content.length <= 0xffff) {
            frame.put((byte) (MASKED | 126)).putShort((short) content.length);
        } else {
            frame.put((byte) (MASKED | 127)).putLong(content.length);
        }
        byte[] mask = new byte[4];
        sending.lock();
        try {
            masks.nextBytes(mask);
            frame.put(mask);
            for (int i = 0; i < content.length; i++) {
                frame.put((byte) (content[i] ^ mask[i % 4]));
            }
            out.write(frame.array(), 0, frame.position());
            out.flush();
        } finally {
            sending.unlock();
        }
    }

    /** Says goodbye where that is possible without waiting, and closes. */
    void leave() throws IOException {
        try (this) {
            write(CLOSE, new byte[] {(byte) (NORMAL_CLOSURE >> 8), (byte) (NORMAL_CLOSURE & 0xff)});
            socket.close();
        }
    }

    /**
     * Closes the connection; a thread that receives or sends fails at once. It goes for the wire, since TLS would wait for
     * a thread that is stuck in sending.
     */
    @Override
    public void close() throws IOException {
        wire.close();
    }
}
