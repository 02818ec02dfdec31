package dev.siteagent.core.config;

import jakarta.validation.constraints.NotBlank;
import java.util.concurrent.CountDownLatch;

/** Settings that tell whether they were made with their own class loader as the thread's; the name {@code hang} never is. */
public record IsolatedSettings(@NotBlank String name, boolean contextIsOwn) {
    /** Looks at the thread. */
    public IsolatedSettings {
        if ("hang".equals(name)) {
            hang();
        }
        contextIsOwn = Thread.currentThread().getContextClassLoader() == IsolatedSettings.class.getClassLoader();
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Returns this class as a plugin's class loader has it: another class, with nothing of the host's but the API. */
    static Class<?> asOfAPlugin() {
        try {
            return new OwnLoader().loadClass(IsolatedSettings.class.getName());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the class of this test is gone", e);
        }
    }

    private static final class OwnLoader extends ClassLoader {
        OwnLoader() {
            super(IsolatedSettings.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(IsolatedSettings.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (var in = IsolatedSettings.class.getResourceAsStream("IsolatedSettings.class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
