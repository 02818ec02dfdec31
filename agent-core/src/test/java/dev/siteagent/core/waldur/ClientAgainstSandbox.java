package dev.siteagent.core.waldur;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.Secret;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;

/** The client against the simulated Waldur: each test also checks its requests against Waldur's own description. */
abstract class ClientAgainstSandbox {
    final WaldurSandbox waldur = WaldurSandbox.start();
    final UUID offering = waldur.addOffering(NewOffering.ofMachines("DigitalOcean VM"));
    final UUID project = waldur.people().addProject("Climate Model");
    final WaldurClient client = client(new WaldurCredentials.Token(Secret.of(waldur.token())));

    WaldurClient client(WaldurCredentials credentials) {
        return WaldurClient.builder(WaldurConnection.to(waldur.apiUrl(), credentials, "waldur-site-agent-test/1"))
                .sleeper(pause -> {})
                .build();
    }

    @AfterEach
    void requestsKeepToTheContract() {
        Optional<WaldurContract> contract = WaldurContract.find();
        List<String> violations =
                contract.map(found -> found.violations(waldur.requests().all())).orElse(List.of());
        waldur.close();
        assertThat(violations).isEmpty();
        assertThat(waldur.failures()).isEmpty();
        if (contract.isEmpty()) {
            System.out.println("Requests are not checked: there is no shared/contracts beside the repository.");
        }
    }

    static WaldurRejectedException refusal(ThrowingCallable call) {
        WaldurRejectedException refusal = catchThrowableOfType(WaldurRejectedException.class, call);
        assertThat(refusal).as("a refusal").isNotNull();
        return refusal;
    }
}
