package dev.siteagent.hobbyfarm.cluster;

import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions of the bridge's own kinds. They are shared by all installations in a cluster, which may differ in age:
 * one that is as new as this bridge's, or newer, is left alone. Nobody removes them.
 */
public final class Definitions {
    /** The annotation with the revision of a definition; the Go provisioner's have none. */
    public static final String REVISION = Naming.GROUP + "/definition-revision";

    private static final int CURRENT = 1;
    private static final Logger log = LoggerFactory.getLogger(Definitions.class);

    private final KubernetesClient client;

    /** Works with the definitions of a cluster. */
    public Definitions(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Installs or updates both definitions of a backend.
     *
     * @throws KubernetesClientException when the server refuses
     * @throws IllegalStateException when an installed definition has a revision that is none
     */
    public void install(Naming naming) {
        install(definition(naming.machine(), List.of(naming.machineShortName())));
        install(definition(naming.key(), List.of()));
    }

    private void install(CustomResourceDefinition wanted) {
        String name = wanted.getMetadata().getName();
        CustomResourceDefinition installed = client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(name)
                .get();
        try {
            if (installed == null) {
                client.resource(wanted).create();
                log.info("installed the definition {}", name);
            } else if (revision(installed) < CURRENT) {
                client.resource(updated(installed, wanted)).update();
                log.info("updated the definition {} to revision {}", name, CURRENT);
            }
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
            // Another installation did the same at this moment.
            log.info("another installation installs the definition {}", name);
        }
    }

    /** Versions that only the installed definition has stay: objects may be stored in them. */
    private static CustomResourceDefinition updated(
            CustomResourceDefinition installed, CustomResourceDefinition wanted) {
        List<CustomResourceDefinitionVersion> versions =
                new ArrayList<>(wanted.getSpec().getVersions());
        for (CustomResourceDefinitionVersion other : installed.getSpec().getVersions()) {
            if (versions.stream().noneMatch(own -> own.getName().equals(other.getName()))) {
                versions.add(new CustomResourceDefinitionVersionBuilder(other)
                        .withStorage(false)
                        .build());
            }
        }
        return new CustomResourceDefinitionBuilder(installed)
                .editMetadata()
                .addToAnnotations(REVISION, String.valueOf(CURRENT))
                .endMetadata()
                .editSpec()
                .withNames(wanted.getSpec().getNames())
                .withVersions(versions)
                .withPreserveUnknownFields(false)
                .endSpec()
                .build();
    }

    private static int revision(CustomResourceDefinition definition) {
        Map<String, String> annotations = definition.getMetadata().getAnnotations();
        String revision = annotations == null ? null : annotations.get(REVISION);
        try {
            return revision == null ? 0 : Integer.parseInt(revision);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(
                    "the annotation " + REVISION + " of the definition "
                            + definition.getMetadata().getName() + " is no number: " + revision
                            + "; take it off, and the definition is updated",
                    e);
        }
    }

    /**
     * Returns a definition as it is installed.
     *
     * @param kind the kind that it defines
     * @param shortNames its short names
     */
    public static CustomResourceDefinition definition(Kind kind, List<String> shortNames) {
        String singular = kind.name().toLowerCase(Locale.ROOT);
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(kind.plural() + "." + kind.group())
                .addToAnnotations(REVISION, String.valueOf(CURRENT))
                .endMetadata()
                .withNewSpec()
                .withGroup(kind.group())
                .withScope("Namespaced")
                .withNewNames()
                .withKind(kind.name())
                .withListKind(kind.name() + "List")
                .withPlural(kind.plural())
                .withSingular(singular)
                .withShortNames(shortNames)
                .endNames()
                .addNewVersion()
                .withName(kind.version())
                .withServed(true)
                .withStorage(true)
                .withNewSubresources()
                .withNewStatus()
                .endStatus()
                .endSubresources()
                .withNewSchema()
                .withOpenAPIV3Schema(schema())
                .endSchema()
                .addNewAdditionalPrinterColumn()
                .withName("Machine")
                .withType("string")
                .withJsonPath(".spec.machine")
                .endAdditionalPrinterColumn()
                .addNewAdditionalPrinterColumn()
                .withName("Id")
                .withType("string")
                .withJsonPath(".status.id")
                .endAdditionalPrinterColumn()
                .addNewAdditionalPrinterColumn()
                .withName("State")
                .withType("string")
                .withJsonPath(".status.state")
                .endAdditionalPrinterColumn()
                .endVersion()
                .endSpec()
                .build();
    }

    /** One schema for machines and keys, so that the kinds of every backend have the same shape. */
    private static JSONSchemaProps schema() {
        JSONSchemaProps free = new JSONSchemaPropsBuilder()
                .withType("object")
                .withNullable(true)
                .withXKubernetesPreserveUnknownFields(true)
                .build();
        JSONSchemaProps text = new JSONSchemaPropsBuilder().withType("string").build();
        JSONSchemaProps objects = new JSONSchemaPropsBuilder()
                .withType("array")
                .withNullable(true)
                .withNewItems()
                .withSchema(free)
                .endItems()
                .build();
        JSONSchemaProps texts = new JSONSchemaPropsBuilder()
                .withType("array")
                .withNewItems()
                .withSchema(text)
                .endItems()
                .build();
        JSONSchemaProps spec = new JSONSchemaPropsBuilder()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .addToProperties("machine", text)
                .addToProperties("secret", text)
                .addToProperties("droplet", free)
                .addToProperties("key", free)
                .build();
        JSONSchemaProps status = new JSONSchemaPropsBuilder()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .addToProperties("droplet", free)
                .addToProperties("key", free)
                .addToProperties("conditions", objects)
                .addToProperties("retries", objects)
                .addToProperties("id", text)
                .addToProperties("account", text)
                .addToProperties("secret", text)
                .addToProperties("tags", texts)
                .addToProperties("attemptedAt", text)
                .addToProperties("state", text)
                .addToProperties("publicAddress", text)
                .addToProperties("privateAddress", text)
                .build();
        return new JSONSchemaPropsBuilder()
                .withType("object")
                .addToProperties("spec", spec)
                .addToProperties("status", status)
                .build();
    }
}
