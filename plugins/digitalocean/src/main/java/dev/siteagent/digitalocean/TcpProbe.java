package dev.siteagent.digitalocean;

import dev.siteagent.digitalocean.droplets.DropletArrival.PortProbe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Finds out whether a machine takes connections by opening one. */
final class TcpProbe implements PortProbe {
    private static final int TIMEOUT_MILLIS = 2_000;

    @Override
    public boolean answers(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
