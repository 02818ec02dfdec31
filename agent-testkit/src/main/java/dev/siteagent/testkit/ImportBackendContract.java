package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.ImportBackend;
import dev.siteagent.spi.ImportBackend.Importable;
import dev.siteagent.spi.Resource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link ImportBackend} promises. */
@Timeout(120)
public abstract class ImportBackendContract extends BackendContract {
    /**
     * Makes a resource on the cloud itself and not through the backend, as an administrator would, for an offering to own.
     *
     * @param project the slug of the project it belongs to
     * @return its backend id
     * @throws Exception when the cloud does not let it, which fails the test
     */
    protected abstract String makeByHand(String project) throws Exception;

    @Test
    void emptyCloudHasNothingToImport() throws Exception {
        assertThat(importBackend().listResources()).isEmpty();
    }

    @Test
    void resourceMadeByHandIsListedWithItsProjectAndWithoutAnOwner() throws Exception {
        String id = makeByHand("climate");
        assertThat(importBackend().listResources()).singleElement().satisfies(found -> {
            assertThat(found.resource().backendId()).isEqualTo(id);
            assertThat(found.owner()).isEmpty();
            assertThat(found.name()).isNotBlank();
            assertThat(found.resource().parentId().orElse("")).endsWith("climate");
        });
    }

    @Test
    void resourceOfWaldurIsListedWithTheIdThatWaldurKnows() throws Exception {
        ImportBackend backend = importBackend();
        Resource resource = created(backend, ordered("web"));
        assertThat(backend.listResources()).singleElement().satisfies(found -> {
            assertThat(Optional.of(found.resource().backendId())).isEqualTo(resource.backendId());
            // The mark, where the backend leaves one, tells that it is not anybody's to take.
            assertThat(found.owner()).satisfiesAnyOf(owner -> assertThat(owner).isEmpty(), owner -> assertThat(owner)
                    .contains(resource.uuid()));
        });
    }

    @Test
    void deletedResourceIsNotListed() throws Exception {
        ImportBackend backend = importBackend();
        Resource resource = created(backend, ordered("web"));
        deleted(backend, resource);
        assertThat(backend.listResources()).isEmpty();
    }

    @Test
    void listingChangesNothing() throws Exception {
        ImportBackend backend = importBackend();
        makeByHand("climate");
        created(backend, ordered("web"));
        List<Importable> first = backend.listResources();
        assertThat(first).hasSize(2);
        assertThat(backend.listResources()).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void noImportableShowsASecret() throws Exception {
        ImportBackend backend = importBackend();
        makeByHand("climate");
        String text = backend.listResources().toString();
        assertThat(cloud().secrets()).noneMatch(text::contains);
    }

    private ImportBackend importBackend() throws BackendException {
        return (ImportBackend) open();
    }
}
