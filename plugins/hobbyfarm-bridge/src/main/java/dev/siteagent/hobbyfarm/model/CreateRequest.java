package dev.siteagent.hobbyfarm.model;

import dev.siteagent.spi.Machines.MachineRequest;
import dev.siteagent.spi.MachinesProvider;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The create request of a machine, as {@code spec.droplet} keeps it: DigitalOcean's own form for a droplet, which is what
 * the Go provisioner stored, and the same for any other backend.
 */
public final class CreateRequest {
    private CreateRequest() {}

    /**
     * Returns the request for a machine.
     *
     * @param name its name
     * @param configuration what it is to be
     * @param keyId the key that may log in
     * @param tags its tags
     */
    public static Map<String, Object> of(
            String name, MachineConfiguration configuration, String keyId, List<String> tags) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("name", name);
        configuration.parameters().forEach((key, value) -> request.put(key, typed(key, value)));
        request.put("ssh_keys", List.of(keyId.matches("[0-9]{1,18}") ? (Object) Long.valueOf(keyId) : keyId));
        configuration.userData().ifPresent(userData -> request.put("user_data", userData));
        request.put("tags", tags);
        return request;
    }

    /** Returns whether a stored request differs from a new one in what the cloud would make of it. */
    public static boolean differs(Map<String, Object> stored, Map<String, Object> wanted) {
        Map<String, Object> present = new LinkedHashMap<>(stored);
        present.values().removeIf(Objects::isNull);
        return !present.keySet().equals(wanted.keySet())
                || wanted.entrySet().stream().anyMatch(entry -> !entry.getValue()
                        .toString()
                        .equals(present.get(entry.getKey()).toString()));
    }

    /**
     * Reads a stored request for a backend.
     *
     * @param object the machine object
     * @param provider the backend, which says what it takes
     * @param tags further tags
     */
    public static MachineRequest read(MachineObject object, MachinesProvider provider, Set<String> tags) {
        Map<String, Object> stored = object.request();
        Map<String, String> parameters = new LinkedHashMap<>();
        provider.parameters().keySet().forEach(name -> Optional.ofNullable(stored.get(name))
                .ifPresent(value -> parameters.put(name, value.toString())));
        List<String> keys = stored.get("ssh_keys") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        Set<String> allTags = new LinkedHashSet<>(tags);
        if (stored.get("tags") instanceof List<?> list) {
            list.forEach(tag -> allTags.add(String.valueOf(tag)));
        }
        return new MachineRequest(
                object.identity(),
                object.name(),
                parameters,
                keys,
                allTags,
                Optional.ofNullable(stored.get("user_data"))
                        .map(Object::toString)
                        .filter(text -> !text.isEmpty()));
    }

    private static Object typed(String key, String value) {
        return MachineConfiguration.FLAGS.contains(key) ? (Object) Boolean.valueOf(value) : value;
    }
}
