package dev.siteagent.core.events.stomp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** TLS sockets with a certificate that nobody trusts, made anew by the JDK's keytool. */
final class SelfSigned {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private SelfSigned() {}

    static ServerSocketFactory sockets() {
        try {
            Path folder = Files.createTempDirectory("self-signed");
            Path file = folder.resolve("keys.p12");
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "broker",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "SAN=DNS:localhost,IP:127.0.0.1",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            new String(PASSWORD))
                    .redirectErrorStream(true)
                    .start();
            String output =
                    new String(keytool.getInputStream().readAllBytes(), java.nio.charset.Charset.defaultCharset());
            if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool made no certificate: " + output);
            }
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                keys.load(in, PASSWORD);
            }
            Files.delete(file);
            Files.delete(folder);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context.getServerSocketFactory();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("no certificate for the test", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("no certificate for the test", e);
        }
    }
}
