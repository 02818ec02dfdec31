package dev.siteagent.sandbox.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A thread for each request: virtual where the Java platform has them (21 and newer), else from a cached pool. */
final class RequestThreads {
    private RequestThreads() {}

    static ExecutorService open(String name) {
        try {
            MethodHandle virtual = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (ExecutorService) virtual.invoke();
        } catch (NoSuchMethodException e) {
            return cachedPool(name);
        } catch (Throwable e) {
            throw new IllegalStateException("this Java platform has virtual threads but starts none", e);
        }
    }

    private static ExecutorService cachedPool(String name) {
        AtomicLong number = new AtomicLong();
        return Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }
}
