package dev.siteagent.core.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What SIGHUP does to a run: it asks for a reload. Once listened to, the signal does not end the process any more, not even
 * when nothing can be reloaded yet or any more.
 *
 * <p>The JDK's only way to hear of it is {@code sun.misc.Signal} of the module {@code jdk.unsupported}, which is looked up
 * by its name: a JDK without it runs the agent all the same, but does not reload.
 */
final class HangUp {
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    private Runnable reload = () -> {};
    private boolean settled;
    private boolean signalled;

    private HangUp() {}

    /** Listens from now on, for the life of the process. */
    static HangUp listen() {
        HangUp hangUp = new HangUp();
        Logger log = LoggerFactory.getLogger(HangUp.class);
        try {
            Class<?> signal = Class.forName(SIGNAL);
            Class<?> handler = Class.forName(HANDLER);
            Object handling = Proxy.newProxyInstance(
                    handler.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> hangUp.invoke(proxy, method, arguments));
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), handling);
        } catch (ReflectiveOperationException e) {
            // Such as on a system without the signal, and with -Xrs, by which the virtual machine keeps it.
            Throwable cause = e instanceof InvocationTargetException thrown ? thrown.getCause() : e;
            log.warn(
                    "SIGHUP cannot be listened to ({}): to reload the configuration, restart the agent",
                    cause.toString());
        }
        return hangUp;
    }

    private Object invoke(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "handle" -> {
                heard();
                yield null;
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(this);
            default -> toString();
        };
    }

    private synchronized void heard() {
        if (settled) {
            reload.run();
        } else {
            signalled = true;
        }
    }

    /** Sets what a signal does, which may not block. A signal that came before does it at once. */
    synchronized void reloads(Runnable request) {
        reload = request;
        settled = true;
        if (signalled) {
            signalled = false;
            reload.run();
        }
    }
}
