package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.siteagent.sandbox.http.PathTemplate;
import dev.siteagent.sandbox.http.RecordedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Waldur's own description of its API, to check recorded requests and answers against. It is not part of the project:
 * tests look for it and skip the check where it is absent.
 *
 * <p>Immutable.
 */
public final class WaldurContract {
    private static final String FILE = "shared/contracts/waldur-openapi.json";

    private final Map<PathTemplate, JsonNode> paths = new LinkedHashMap<>();
    private final SchemaCheck schemas;

    private WaldurContract(JsonNode contract) {
        contract.path("paths").properties().forEach(path -> paths.put(PathTemplate.of(path.getKey()), path.getValue()));
        schemas = new SchemaCheck(contract.path("components").path("schemas"));
    }

    /**
     * Looks for {@code shared/contracts/waldur-openapi.json} in the working directory and all directories above.
     *
     * @return the contract, or nothing where there is no such file
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Optional<WaldurContract> find() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path file = folder.resolve(FILE);
            if (Files.isRegularFile(file)) {
                return Optional.of(read(file));
            }
        }
        return Optional.empty();
    }

    private static WaldurContract read(Path file) {
        try {
            return new WaldurContract(new JsonMapper().readTree(file.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException("the contract " + file + " cannot be read", e);
        }
    }

    /**
     * Returns what is wrong with requests: an unknown path or method, query parameters and bodies that do not fit, fields of
     * a body that the contract does not have. Requests outside of {@code /api/} are left out.
     */
    public List<String> violations(List<RecordedRequest> requests) {
        List<String> violations = new ArrayList<>();
        for (RecordedRequest request : requests) {
            if (request.path().startsWith("/api/")) {
                violations.addAll(violations(request));
            }
        }
        return violations.stream().distinct().toList();
    }

    private List<String> violations(RecordedRequest request) {
        String where = request.method() + " " + request.path();
        Optional<JsonNode> operation = operation(request.method(), request.path());
        if (operation.isEmpty()) {
            return List.of(where + ": the contract has no such path and method");
        }
        List<String> violations = new ArrayList<>();
        checkQuery(request, operation.get(), where, violations);
        checkBody(request, operation.get(), where, violations);
        return violations;
    }

    /**
     * Returns what is wrong with an answer: a status that the contract does not name, or a body that does not fit.
     *
     * @param method the method of the request
     * @param path its path
     * @param status the answer's status
     * @param body the answer's body, a missing node for none
     */
    public List<String> answerViolations(String method, String path, int status, JsonNode body) {
        String where = method + " " + path + " -> " + status;
        Optional<JsonNode> operation = operation(method, path);
        if (operation.isEmpty()) {
            return List.of(where + ": the contract has no such path and method");
        }
        JsonNode answer = operation.get().path("responses").path(Integer.toString(status));
        if (answer.isMissingNode()) {
            return List.of(where + ": the contract has no such status");
        }
        JsonNode schema = jsonSchema(answer);
        List<String> violations = new ArrayList<>();
        if (!schema.isMissingNode()) {
            schemas.check(schema, body, where + " body", SchemaCheck.Unknown.TOLERATED, violations);
        }
        return violations;
    }

    private Optional<JsonNode> operation(String method, String path) {
        String key = method.toLowerCase(java.util.Locale.ROOT);
        // A path without a parameter in it comes before one that has a parameter in the same place.
        return paths.entrySet().stream()
                .filter(entry -> entry.getKey().match(path).isPresent()
                        && entry.getValue().has(key))
                .min(java.util.Comparator.comparingInt(
                        entry -> entry.getKey().match(path).orElseThrow().size()))
                .map(entry -> entry.getValue().path(key));
    }

    private void checkQuery(RecordedRequest request, JsonNode operation, String where, List<String> violations) {
        for (String name : request.query().names()) {
            JsonNode parameter = parameter(operation, name);
            List<String> values = request.query().all(name);
            if (parameter.isMissingNode()) {
                violations.add(where + ": the contract has no query parameter " + name);
                continue;
            }
            JsonNode schema = parameter.path("schema");
            boolean repeats = schema.path("type").asText().equals("array");
            if (!repeats && values.size() > 1) {
                violations.add(where + ": the query parameter " + name + " may come only once");
            }
            for (String value : values) {
                schemas.checkText(repeats ? schema.path("items") : schema, value, where + " ?" + name, violations);
            }
        }
    }

    private static JsonNode parameter(JsonNode operation, String name) {
        for (JsonNode parameter : operation.path("parameters")) {
            if (parameter.path("in").asText().equals("query")
                    && parameter.path("name").asText().equals(name)) {
                return parameter;
            }
        }
        return operation.path("no such parameter");
    }

    private void checkBody(RecordedRequest request, JsonNode operation, String where, List<String> violations) {
        JsonNode expected = operation.path("requestBody");
        if (request.body().isEmpty()) {
            if (expected.path("required").asBoolean()) {
                violations.add(where + ": the contract wants a body");
            }
            return;
        }
        if (expected.isMissingNode()) {
            violations.add(where + ": the contract wants no body");
            return;
        }
        schemas.check(jsonSchema(expected), request.json(), where + " body", SchemaCheck.Unknown.REPORTED, violations);
    }

    private static JsonNode jsonSchema(JsonNode carrier) {
        return carrier.path("content").path("application/json").path("schema");
    }
}
