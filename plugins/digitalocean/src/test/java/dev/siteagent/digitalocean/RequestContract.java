package dev.siteagent.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.siteagent.sandbox.http.PathTemplate;
import dev.siteagent.sandbox.http.RecordedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** DigitalOcean's own description of its API, as far as requests go; it lies beside the project or is not there. */
final class RequestContract {
    static final String FILE = "shared/contracts/digitalocean-openapi.json";
    private static final Optional<RequestContract> FOUND = find().map(RequestContract::new);

    private final JsonNode paths;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private RequestContract(Path file) {
        try {
            paths = new ObjectMapper().readTree(file.toFile()).path("paths");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Optional<RequestContract> found() {
        return FOUND;
    }

    private static Optional<Path> find() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve(FILE);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Returns what is wrong with requests to described paths. */
    List<String> problems(List<RecordedRequest> requests) {
        List<String> problems = new ArrayList<>();
        for (RecordedRequest request : requests) {
            pathOf(request).ifPresent(path -> check(request, path, problems));
        }
        return problems;
    }

    private Optional<String> pathOf(RecordedRequest request) {
        List<String> matching = new ArrayList<>();
        paths.fieldNames().forEachRemaining(path -> {
            if (PathTemplate.of(path).match(request.path()).isPresent()) {
                matching.add(path);
            }
        });
        return matching.stream().min((one, other) -> Integer.compare(braces(one), braces(other)));
    }

    private static int braces(String path) {
        return (int) path.chars().filter(c -> c == '{').count();
    }

    private void check(RecordedRequest request, String path, List<String> problems) {
        JsonNode operation = paths.path(path).path(request.method().toLowerCase(Locale.ROOT));
        if (operation.isMissingNode()) {
            problems.add(request + ": the method is not described");
            return;
        }
        Set<String> unknown = new HashSet<>(request.query().names());
        operation
                .path("parameters")
                .forEach(parameter -> unknown.remove(parameter.path("name").asText()));
        unknown.forEach(name -> problems.add(request + ": the parameter " + name + " is not described"));
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        if (schema instanceof ObjectNode described) {
            // It points to parts of the description that are not in the file.
            described.remove("discriminator");
            schemas.computeIfAbsent(path, unused -> SchemaRegistry.withDialect(Dialects.getOpenApi30())
                            .getSchema(schema))
                    .validate(request.json())
                    .forEach(error -> problems.add(request + ": " + error));
        } else if (!request.body().isEmpty()) {
            problems.add(request + ": a body is not described");
        }
    }
}
