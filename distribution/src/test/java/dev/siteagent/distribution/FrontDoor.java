package dev.siteagent.distribution;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Stands for the internet: a proxy whose connections all end, by TLS, at simulated services. A tunnel of an HTTP proxy leads
 * to Waldur, one of a SOCKS proxy to the cloud: the agent's two HTTP clients take one each when the virtual machine is told of
 * both, so that a configuration needs no word of it.
 */
final class FrontDoor implements AutoCloseable {
    private static final String WALDUR = "waldur.example.com";
    private static final String CLOUD = "api.digitalocean.com";
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final int SOCKS = 5;

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final URI waldur;
    private final URI cloud;
    private final Path folder;
    private final SSLContext tls;

    /**
     * Opens the door.
     *
     * @param folder an existing folder for certificates
     * @param waldur where the tunnel to Waldur ends
     * @param cloud where the one to the cloud ends
     */
    FrontDoor(Path folder, URI waldur, URI cloud) throws IOException, GeneralSecurityException, InterruptedException {
        this.folder = folder;
        this.waldur = waldur;
        this.cloud = cloud;
        this.tls = certified();
        // Written for the virtual machine, which asks no name server then; nobody is at this address.
        Files.writeString(folder.resolve("hosts"), "192.0.2.1 " + CLOUD + "\n127.0.0.1 localhost\n");
        background(this::accept);
    }

    /** Tells the virtual machines of an agent of it. */
    void leads(PackagedAgent agent) {
        agent.withOption("-Dhttps.proxyHost=127.0.0.1")
                .withOption("-Dhttps.proxyPort=" + door.getLocalPort())
                .withOption("-DsocksProxyHost=127.0.0.1")
                .withOption("-DsocksProxyPort=" + door.getLocalPort())
                .withOption("-Djdk.net.hosts.file=" + folder.resolve("hosts"))
                .withOption("-Djavax.net.ssl.trustStore=" + folder.resolve("trusted.p12"))
                .withOption("-Djavax.net.ssl.trustStorePassword=" + new String(PASSWORD));
    }

    /** Makes a certificate of both names, and a store of those who trust it. */
    private SSLContext certified() throws IOException, GeneralSecurityException, InterruptedException {
        Path keys = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "door",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + WALDUR,
                        "-ext",
                        "SAN=DNS:" + WALDUR + ",DNS:" + CLOUD,
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.out").toFile())
                .start();
        if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException(Files.readString(folder.resolve("keytool.out")));
        }
        KeyStore own = KeyStore.getInstance(keys.toFile(), PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, PASSWORD);
        trusted.setCertificateEntry("door", own.getCertificate("door"));
        try (OutputStream out = Files.newOutputStream(folder.resolve("trusted.p12"))) {
            trusted.store(out, PASSWORD);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(own, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    /** Work that ends when a socket is closed. */
    private interface SocketWork {
        void run() throws IOException;
    }

    private static void background(SocketWork work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the two sides has gone, which is how every connection ends.
                        Thread.currentThread().interrupt();
                    }
                },
                "front-door");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket socket = door.accept();
            background(() -> serve(socket));
        }
    }

    private void serve(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        URI end = in.readUnsignedByte() == SOCKS ? socks(in, socket.getOutputStream()) : tunnel(in, socket);
        try (SSLSocket inner = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true);
                Socket service = new Socket(end.getHost(), end.getPort())) {
            background(() -> {
                service.getInputStream().transferTo(inner.getOutputStream());
                inner.shutdownOutput();
            });
            inner.getInputStream().transferTo(service.getOutputStream());
        }
    }

    private URI tunnel(InputStream in, Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no tunnel was asked for");
            }
            head.append((char) next);
        }
        socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return waldur;
    }

    private URI socks(DataInputStream in, OutputStream out) throws IOException {
        in.skipNBytes(in.readUnsignedByte());
        out.write(new byte[] {SOCKS, 0});
        in.skipNBytes(3);
        boolean byName = in.readUnsignedByte() == 3;
        in.skipNBytes((byName ? in.readUnsignedByte() : 4) + 2);
        out.write(new byte[] {SOCKS, 0, 0, 1, 0, 0, 0, 0, 0, 0});
        return cloud;
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
