package dev.siteagent.core.waldur;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy for https that wants credentials and counts the tunnels it opened. */
final class TunnelProxy implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger tunnels = new AtomicInteger();
    private final String authorization;

    TunnelProxy(String authorization) throws IOException {
        this.authorization = authorization;
        threads.execute(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int tunnels() {
        return tunnels.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                threads.execute(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            String head = head(client.getInputStream());
            boolean welcome =
                    head.startsWith("CONNECT ") && head.contains("\r\nProxy-Authorization: " + authorization + "\r\n");
            if (!welcome) {
                answer(client, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            tunnels.incrementAndGet();
            String[] target =
                    head.substring("CONNECT ".length(), head.indexOf(" HTTP")).split(":", 2);
            try (Socket remote = new Socket(target[0], Integer.parseInt(target[1]))) {
                answer(client, "HTTP/1.1 200 Connection Established\r\n\r\n");
                threads.execute(() -> copy(client, remote));
                copy(remote, client);
            }
        } catch (IOException ended) {
            // Either side may hang up at any time.
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the client hung up");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static void answer(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException ended) {
            // Either side may hang up at any time.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
