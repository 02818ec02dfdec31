package dev.siteagent.core.imports;

import dev.siteagent.core.imports.ImportProjects.Place;
import dev.siteagent.core.imports.ImportResult.End;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.waldur.ImportRequests;
import dev.siteagent.core.waldur.ImportRequests.BackendResource;
import dev.siteagent.core.waldur.ImportRequests.ImportRequest;
import dev.siteagent.core.waldur.ImportRequests.State;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.ImportBackend;
import dev.siteagent.spi.ImportBackend.Importable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries requests to list importable resources out, for one offering. A request that an agent began and did not end is
 * gone on with: what it submitted is not submitted again. Not thread-safe.
 *
 * <p>Waldur has no list of requests: their UUIDs come as events.
 */
public final class ResourceImport {
    private static final Logger log = LoggerFactory.getLogger(ResourceImport.class);
    private static final int LONGEST_NAME = 150;

    /** A terminated resource is none that Waldur has; what is left of it on the backend may come back. */
    private static final Set<ResourceState> KNOWN =
            EnumSet.complementOf(EnumSet.of(ResourceState.TERMINATED, ResourceState.UNKNOWN));

    private final WaldurClient waldur;
    private final ImportRequests requests;
    private final ImportBackend backend;
    private final Source source;
    private final ErrorExposure exposure;

    /**
     * Where resources are imported from.
     *
     * @param offering the offering
     * @param projectPrefix what a parent's name has before the slug of its project; may be empty
     * @param limits converts the limits of what is found
     */
    public record Source(UUID offering, String projectPrefix, LimitConversion limits) {
        /** Refuses nulls. */
        public Source {
            Objects.requireNonNull(offering, "offering");
            Objects.requireNonNull(projectPrefix, "projectPrefix");
            Objects.requireNonNull(limits, "limits");
        }
    }

    /**
     * Imports of an offering.
     *
     * @param waldur Waldur's API
     * @param backend the backend that can list what it has
     * @param source where resources are imported from
     * @param exposure how much of a failure people may read
     */
    public ResourceImport(WaldurClient waldur, ImportBackend backend, Source source, ErrorExposure exposure) {
        this.waldur = waldur;
        this.requests = waldur.importRequests();
        this.backend = backend;
        this.source = source;
        this.exposure = exposure;
    }

    /**
     * Carries a request out: submits what Waldur lacks, and tells Waldur how it ended. Safe to repeat.
     *
     * @param request the request's UUID
     * @throws WaldurException when Waldur could not be told how it ended, or the request cannot be read
     * @throws InterruptedException when the thread is interrupted; the request stays begun
     */
    public ImportResult carryOut(UUID request) throws InterruptedException {
        if (!begin(request)) {
            return ImportResult.leftAlone();
        }
        Findings findings = new Findings();
        try {
            submit(findings);
        } catch (BackendException | WaldurException e) {
            return erred(request, findings, e);
        } catch (RuntimeException | LinkageError e) {
            log.error("The import failed by a fault of the plugin.", e);
            return erred(request, findings, e);
        }
        if (!findings.problems.isEmpty()) {
            return erred(request, findings, String.join("; ", findings.problems), "");
        }
        requests.setDone(request);
        log.info("Import request {} is done: {} resources submitted.", request, findings.submitted.size());
        return findings.result(End.DONE);
    }

    /** What was found so far. */
    private static final class Findings {
        private final List<String> submitted = new ArrayList<>();
        private final List<String> skipped = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        ImportResult result(End end) {
            return new ImportResult(end, submitted, skipped, problems);
        }
    }

    private boolean begin(UUID request) throws InterruptedException {
        ImportRequest known = requests.get(request);
        if (!source.offering().equals(known.offering())) {
            log.warn("Import request {} is for another offering, {}.", request, known.offering());
            return false;
        }
        if (known.state() == State.SENT) {
            try {
                requests.startProcessing(request);
                return true;
            } catch (WaldurRejectedException e) {
                if (!e.wrongState()) {
                    throw e;
                }
                known = requests.get(request);
            }
        }
        boolean begun = known.state() == State.PROCESSING;
        log.info(
                begun
                        ? "Import request {} was begun before ({}) and is gone on with."
                        : "Import request {} has ended already: it is {}.",
                request,
                known.state());
        return begun;
    }

    private void submit(Findings findings) throws BackendException, InterruptedException {
        List<Importable> listed = backend.listResources();
        Set<String> known = new HashSet<>();
        for (WaldurResource resource : waldur.resources().list(source.offering(), KNOWN)) {
            known.add(resource.backendId());
        }
        for (BackendResource earlier : requests.submitted(source.offering())) {
            known.add(earlier.backendId());
        }
        ImportProjects projects = new ImportProjects(waldur.projects(), source.projectPrefix());
        for (Importable found : listed) {
            if (known.add(found.resource().backendId())) {
                offer(found, projects, findings);
            }
        }
    }

    private void offer(Importable found, ImportProjects projects, Findings findings) throws InterruptedException {
        String id = found.resource().backendId();
        if (found.owner().isPresent()) {
            skip(
                    findings,
                    id,
                    "it carries the mark of Waldur resource " + found.owner().get());
            return;
        }
        Place place = projects.of(found.resource().parentId());
        if (place instanceof Place.None none) {
            skip(findings, id, none.reason());
        } else if (isKnown(id)) {
            log.debug("Resource {} of the backend is known to Waldur by now.", id);
        } else if (place instanceof Place.Found project) {
            try {
                requests.submit(described(found, project.project()));
                findings.submitted.add(id);
            } catch (WaldurUnavailableException e) {
                throw e;
            } catch (WaldurException | ArithmeticException e) {
                // One that Waldur does not take leaves the others offered.
                findings.problems.add("resource " + id + " cannot be submitted: " + exposure.message(e));
                log.error("Resource {} of the backend cannot be submitted: {}", id, e.getMessage());
            }
        }
    }

    /** A list that changed while its pages were read may lack some: asked again, for this one, before it is offered. */
    private boolean isKnown(String backendId) throws InterruptedException {
        return waldur.resources().listByBackendId(source.offering(), backendId).stream()
                .anyMatch(resource -> KNOWN.contains(resource.state()));
    }

    private static void skip(Findings findings, String id, String reason) {
        log.info("Resource {} of the backend is not offered for import: {}.", id, reason);
        findings.skipped.add(id + ": " + reason);
    }

    private BackendResource described(Importable found, UUID project) {
        Map<String, Object> metadata = new LinkedHashMap<>(found.resource().metadata());
        metadata.putAll(found.details());
        metadata.put("limits", source.limits().toWaldur(found.resource().limits()));
        return new BackendResource(
                null, name(found), project, source.offering(), found.resource().backendId(), metadata);
    }

    private static String name(Importable found) {
        String name = found.name().isBlank() ? found.resource().backendId() : found.name();
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    }

    private ImportResult erred(UUID request, Findings findings, Throwable failure) throws InterruptedException {
        findings.problems.add(exposure.message(failure));
        return erred(request, findings, exposure.message(failure), exposure.trace(failure));
    }

    private ImportResult erred(UUID request, Findings findings, String reason, String trace)
            throws InterruptedException {
        log.error("Import request {} failed: {}", request, reason);
        requests.setErred(request, reason, trace);
        return findings.result(End.ERRED);
    }
}
