package dev.siteagent.hobbyfarm.model;

import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.Secret;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a machine is to be, as Environment and template configure it.
 *
 * @param parameters the backend's named parameters; truth values as {@code true} or {@code false}
 * @param userData for the first boot
 * @param password for the machine's Secret; empty for none
 * @param token where the token is
 * @param oddities what is wrong and does no harm, for events
 */
public record MachineConfiguration(
        Map<String, String> parameters,
        Optional<String> userData,
        String password,
        TokenSource token,
        List<String> oddities) {
    /** The parameters that are truth values in every Environment. */
    public static final Set<String> FLAGS = Set.of("backups", "ipv6", "monitoring", "private_networking");

    private static final String SHELL_ENDPOINT = "$_SHELL_ENDPOINT_$";
    private static final int LONGEST_USER_DATA = 64 * 1024;

    /**
     * Works a configuration out. The template's own image and {@code config_map} come last, the Environment's specifics
     * lie over them, and its mapping of the template over all.
     *
     * @param machine for which machine
     * @param environment its Environment
     * @param template its template, empty when there is none of the name
     * @param provider the backend, which says what it needs
     * @throws BlockedException when something is missing or malformed; names the key and the object to fix
     */
    public static MachineConfiguration of(
            VirtualMachine machine,
            Environment environment,
            Optional<GenericKubernetesResource> template,
            MachinesProvider provider)
            throws BlockedException {
        Map<String, String> values = values(environment, machine.template(), template);
        refuseTerraform(environment, values);
        List<String> oddities = new ArrayList<>();
        return new MachineConfiguration(
                parameters(machine, environment, values, provider, oddities),
                userData(machine, environment, values),
                values.getOrDefault("password", ""),
                token(environment, values, provider.name()),
                oddities);
    }

    /** HobbyFarm's own controller would make a second machine, and overwrite the first one's secret. */
    private static void refuseTerraform(Environment environment, Map<String, String> values) throws BlockedException {
        if (!text(values, "module").isEmpty() && !text(values, "executor_image").isEmpty()) {
            throw new BlockedException(
                    "ServedByTerraform",
                    "Environment " + environment.name() + " yields both module and executor_image, so HobbyFarm's"
                            + " Terraform controller makes the machine too; remove one of them from the Environment or"
                            + " the template");
        }
    }

    private static Map<String, String> parameters(
            VirtualMachine machine,
            Environment environment,
            Map<String, String> values,
            MachinesProvider provider,
            List<String> oddities)
            throws BlockedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        new TreeMap<>(provider.parameters()).forEach((name, required) -> {
            String value = text(values, name);
            if (FLAGS.contains(name)) {
                Optional<Boolean> flag = GoBool.parse(value);
                if (flag.isEmpty()) {
                    oddities.add(name + " in Environment " + environment.name() + " is neither true nor false and"
                            + " counts as false; write true or false");
                }
                parameters.put(name, flag.orElse(false).toString());
            } else if (!value.isEmpty()) {
                parameters.put(name, value);
            } else if (required) {
                missing.add(name);
            }
        });
        if (!missing.isEmpty()) {
            throw new BlockedException(
                    "ConfigurationIncomplete",
                    String.join(", ", missing) + (missing.size() == 1 ? " is" : " are") + " missing for template "
                            + machine.template()
                            + "; add it to environment_specifics or template_mapping of Environment "
                            + environment.name());
        }
        return parameters;
    }

    private static Optional<String> userData(
            VirtualMachine machine, Environment environment, Map<String, String> values) throws BlockedException {
        String userData = values.getOrDefault("user_data", "").replace(SHELL_ENDPOINT, machine.shellEndpoint());
        if (userData.getBytes(StandardCharsets.UTF_8).length > LONGEST_USER_DATA) {
            throw new BlockedException(
                    "ConfigurationInvalid",
                    "user_data for template " + machine.template() + " in Environment " + environment.name()
                            + " is longer than 64 KiB; shorten it");
        }
        return userData.isBlank() ? Optional.empty() : Optional.of(userData);
    }

    /**
     * Returns where the token for a machine is.
     *
     * @param machine for which machine
     * @param environment its Environment
     * @param template its template, empty when there is none of the name
     * @param backend name of the backend
     * @throws BlockedException when nothing names one
     */
    public static TokenSource token(
            VirtualMachine machine,
            Environment environment,
            Optional<GenericKubernetesResource> template,
            String backend)
            throws BlockedException {
        return token(environment, values(environment, machine.template(), template), backend);
    }

    /**
     * Returns where the token is that machines of one template are made with; empty when nothing names one.
     *
     * @param environment their Environment
     * @param name name of the template
     * @param template the template, empty when there is none of the name
     */
    public static Optional<TokenSource> tokenSource(
            Environment environment, String name, Optional<GenericKubernetesResource> template) {
        return tokenSource(values(environment, name, template));
    }

    private static Optional<TokenSource> tokenSource(Map<String, String> values) {
        String plain = text(values, "token");
        if (!plain.isEmpty()) {
            return Optional.of(new TokenSource.Plain(Secret.of(plain)));
        }
        return Optional.of(text(values, "token-secret"))
                .filter(secret -> !secret.isEmpty())
                .map(TokenSource.InSecret::new);
    }

    private static Map<String, String> values(
            Environment environment, String name, Optional<GenericKubernetesResource> template) {
        Map<String, String> values = new TreeMap<>();
        template.ifPresent(object -> {
            Fields.text(object, "spec", "image").ifPresent(image -> values.put("image", image));
            values.putAll(Fields.texts(object, "spec", "config_map"));
        });
        values.putAll(environment.specifics());
        values.putAll(environment.mapping(name));
        return values;
    }

    private static TokenSource token(Environment environment, Map<String, String> values, String backend)
            throws BlockedException {
        return tokenSource(values)
                .orElseThrow(() -> new BlockedException(
                        "ConfigurationIncomplete",
                        "token-secret is missing; add it to environment_specifics of Environment " + environment.name()
                                + ", naming a Secret with a token of " + backend + " under the key token"));
    }

    private static String text(Map<String, String> values, String key) {
        return values.getOrDefault(key, "").strip();
    }

    /** Returns what may be shown; user data and password can be secret. */
    @Override
    public String toString() {
        return "MachineConfiguration" + parameters;
    }
}
