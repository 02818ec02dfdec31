package dev.siteagent.core.waldur;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts any certificate, for {@code verify_ssl: false}.
 *
 * <p>The extended form of the trust manager matters: the JDK checks host names inside it, so that this one accepts any
 * host name too, for the one client it is given to and without a setting for the whole process.
 */
public final class TrustEverything extends X509ExtendedTrustManager {
    private TrustEverything() {}

    /** Returns a TLS context that trusts everything. */
    public static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustEverything()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no TLS, so that Waldur cannot be reached by https.", e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
