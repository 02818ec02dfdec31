package dev.siteagent.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a contract against a fake, and tells which rules it found broken. */
final class Broken {
    private Broken() {}

    /** Returns the message of each test that failed, by the test's name. */
    static Map<String, String> rules(Class<?> contract) {
        Map<String, String> failed = new TreeMap<>();
        int[] run = {0};
        // The class path's other listeners and extensions belong to the build that runs this test.
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build());
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(contract))
                        .build(),
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                        if (test.isTest()) {
                            run[0]++;
                        }
                        result.getThrowable()
                                .ifPresent(why -> failed.put(
                                        test.getDisplayName().replaceFirst("\\(.*\\)$", ""),
                                        String.valueOf(why.getMessage())));
                    }
                });
        if (run[0] == 0) {
            throw new AssertionError("no test of " + contract + " ran");
        }
        return failed;
    }
}
