package dev.siteagent.core.plugins;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The URLs of a plugin's resources, made so that none of them keeps a jar open. */
final class ResourceUrls {
    private ResourceUrls() {}

    /**
     * Returns the URL of a jar's entry. Its connections are the JDK's own jar connections, but never cached: the JDK would
     * keep the jar of a cached one open for the life of the process.
     *
     * @throws MalformedURLException never, for an existing file
     */
    static URL inJar(Path jar, String entry) throws MalformedURLException {
        return new URL(null, "jar:" + jar.toUri() + "!" + encoded("/" + entry), new UncachedJar());
    }

    /**
     * Returns the URL of a text that exists in memory only.
     *
     * @param name what it stands for
     * @param lines its lines
     * @throws MalformedURLException never
     */
    static URL ofLines(String name, List<String> lines) throws MalformedURLException {
        return new URL(null, "module-info:" + encoded("/" + name), new InMemory(String.join("\n", lines)));
    }

    private static String encoded(String path) throws MalformedURLException {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException failure) {
            throw new MalformedURLException(failure.getMessage());
        }
    }

    private static final class UncachedJar extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            URLConnection connection = new URL(url.toExternalForm()).openConnection();
            connection.setUseCaches(false);
            return connection;
        }
    }

    private static final class InMemory extends URLStreamHandler {
        private final byte[] bytes;

        InMemory(String text) {
            this.bytes = text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
