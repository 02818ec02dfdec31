package dev.siteagent.digitalocean.api;

import com.myjeeva.digitalocean.exception.DigitalOceanException;
import com.myjeeva.digitalocean.exception.RequestUnsuccessfulException;
import com.myjeeva.digitalocean.impl.DigitalOceanClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpStatus;
import org.apache.http.HttpVersion;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.conn.ClientConnectionManager;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.message.BasicHttpResponse;
import org.apache.http.params.HttpParams;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/**
 * One call through the client library: it gets this as its HTTP client, builds its request, and the request travels by
 * our {@link Transport}.
 *
 * <p>The whole answer is kept here for our own reading; the library is handed an outline of it. A failure leaves the
 * library as it came out of the transport. The library never learns the token. For one call on one thread.
 */
final class LibraryCall extends CloseableHttpClient {
    private final Transport transport;
    private final Operation operation;
    private final String outline;
    private final boolean paged;
    private Answer answer;

    private LibraryCall(Transport transport, Operation operation, String outline, boolean paged) {
        this.transport = transport;
        this.operation = operation;
        this.outline = outline;
        this.paged = paged;
    }

    /** What to ask of the library. */
    @FunctionalInterface
    interface Request {
        Object make(DigitalOceanClient library) throws DigitalOceanException, RequestUnsuccessfulException;
    }

    /**
     * Makes a call that is answered by one object.
     *
     * @param element the member of the answer that the library looks for, {@code response} where there is no body
     */
    static Answer one(Transport transport, Operation operation, String element, Request request)
            throws ApiException, InterruptedException {
        return answer(transport, operation, "{\"" + element + "\":{}}", false, request);
    }

    /** Makes a call that is answered by a page of a list. */
    static Answer page(Transport transport, Operation operation, Request request)
            throws ApiException, InterruptedException {
        return answer(transport, operation, "{}", true, request);
    }

    private static Answer answer(
            Transport transport, Operation operation, String outline, boolean paged, Request request)
            throws ApiException, InterruptedException {
        LibraryCall call = new LibraryCall(transport, operation, outline, paged);
        try {
            request.make(new DigitalOceanClient("v2", "", call));
        } catch (RequestUnsuccessfulException e) {
            throw call.unwrapped(e);
        } catch (DigitalOceanException e) {
            throw call.unexpected(e);
        }
        return call.answer;
    }

    @Override
    protected CloseableHttpResponse doExecute(HttpHost target, HttpRequest request, HttpContext context)
            throws IOException {
        try {
            answer = transport.send(operation, corrected((HttpUriRequest) request));
        } catch (ApiException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
        return new Outline(outline);
    }

    /**
     * The library's request put right: its body in UTF-8 (see {@link AsciiText}), and no page size where there are no
     * pages, which it adds to every read.
     */
    private HttpUriRequest corrected(HttpUriRequest request) throws IOException {
        URI uri = request.getURI();
        RequestBuilder corrected = RequestBuilder.create(request.getMethod())
                .setUri(paged ? uri : URI.create(uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath()));
        if (request instanceof HttpEntityEnclosingRequest enclosing && enclosing.getEntity() != null) {
            String body = EntityUtils.toString(enclosing.getEntity(), StandardCharsets.US_ASCII);
            corrected.setEntity(new StringEntity(AsciiText.restoreIn(body), ContentType.APPLICATION_JSON));
        }
        return corrected.build();
    }

    private ApiException unwrapped(RequestUnsuccessfulException e) throws InterruptedException {
        Throwable cause = e.getCause() == null ? null : e.getCause().getCause();
        if (cause instanceof InterruptedException) {
            throw (InterruptedException) new InterruptedException("interrupted: " + operation.what()).initCause(cause);
        }
        if (cause instanceof ApiException failure) {
            return failure;
        }
        throw unexpected(e);
    }

    /** The library sees nothing but outlines of successes, so any failure of its own is a defect here. */
    private IllegalStateException unexpected(Exception e) {
        return new IllegalStateException("the client library failed to " + operation.what() + ": " + e, e);
    }

    private static final class Outline extends BasicHttpResponse implements CloseableHttpResponse {
        Outline(String json) {
            super(HttpVersion.HTTP_1_1, HttpStatus.SC_OK, null);
            setEntity(new StringEntity(json, ContentType.APPLICATION_JSON));
        }

        @Override
        public void close() {
            // Nothing is open: the body is in memory.
        }
    }

    @Override
    public void close() {
        // The transport outlives the call.
    }

    @Override
    @Deprecated
    public HttpParams getParams() {
        throw new UnsupportedOperationException("not used by the client library");
    }

    @Override
    @Deprecated
    public ClientConnectionManager getConnectionManager() {
        throw new UnsupportedOperationException("not used by the client library");
    }
}
