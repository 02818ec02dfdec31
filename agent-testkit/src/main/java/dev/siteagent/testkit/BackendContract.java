package dev.siteagent.testkit;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateContext;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.ResourceState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The ground of all contract tests: a fixture for each test, backends that are closed, resources to order. */
public abstract class BackendContract {
    private final List<ResourceBackend> opened = new ArrayList<>();
    private BackendFixture fixture;

    /**
     * Makes the fixture of one test, with an empty cloud.
     *
     * @throws Exception when it cannot be made, which fails the test
     */
    protected abstract BackendFixture fixture() throws Exception;

    @BeforeEach
    final void makeFixture() throws Exception {
        fixture = fixture();
    }

    @AfterEach
    final void closeAll() {
        opened.forEach(ResourceBackend::close);
        fixture.close();
    }

    final BackendFixture cloud() {
        return fixture;
    }

    final ResourceBackend open() throws BackendException {
        ResourceBackend backend = fixture.open();
        opened.add(backend);
        return backend;
    }

    final Resource ordered(String name) {
        UUID uuid = UUID.randomUUID();
        return fixture.prepare(new Resource(
                uuid,
                name,
                name,
                Optional.empty(),
                Optional.empty(),
                ResourceState.CREATING,
                new Resource.ProjectRef(UUID.randomUUID(), "project", "Project", Optional.empty(), "customer"),
                Optional.empty(),
                fixture.limits(),
                fixture.attributes(),
                Map.of(),
                Map.of(),
                Optional.empty()));
    }

    static CreateRequest request(ResourceBackend backend, Resource resource) {
        Optional<String> chosen = backend.traits().ids() == BackendTraits.Ids.CHOSEN_BY_HOST
                ? Optional.of(resource.slug() + "-" + resource.uuid().toString().substring(0, 8))
                : Optional.empty();
        return new CreateRequest(resource, chosen, CreateContext.EMPTY);
    }

    /** Creates a resource, waits until it is ready, and returns it with its backend id and metadata, as Waldur would. */
    final Resource created(ResourceBackend backend, Resource resource) throws BackendException, InterruptedException {
        Outcome.Ready ready = new Settling(backend, fixture)
                .settle(PendingWork.Kind.CREATE, resource, backend.create(request(backend, resource)));
        BackendResource made = ready.resource()
                .orElseThrow(() -> new AssertionError("a create that is ready tells which resource it made"));
        return new Resource(
                resource.uuid(),
                resource.name(),
                resource.slug(),
                Optional.of(made.backendId()),
                Optional.empty(),
                ResourceState.OK,
                resource.project(),
                resource.plan(),
                resource.limits(),
                resource.attributes(),
                resource.options(),
                made.metadata(),
                Optional.empty());
    }

    final void deleted(ResourceBackend backend, Resource resource) throws BackendException, InterruptedException {
        new Settling(backend, fixture).settle(PendingWork.Kind.DELETE, resource, backend.delete(resource));
    }
}
