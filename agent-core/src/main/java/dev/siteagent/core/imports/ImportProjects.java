package dev.siteagent.core.imports;

import dev.siteagent.core.waldur.Projects;
import dev.siteagent.core.waldur.WaldurProject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Finds the projects that resources of the backend belong to, each once. For one request. */
final class ImportProjects {
    private final Projects waldur;
    private final String prefix;
    private final Map<String, Place> known = new HashMap<>();

    /**
     * Finds projects.
     *
     * @param waldur where they are
     * @param prefix what a parent's name has before the slug of its project, {@code project_prefix}; may be empty
     */
    ImportProjects(Projects waldur, String prefix) {
        this.waldur = waldur;
        this.prefix = prefix;
    }

    /** Where a resource belongs. */
    sealed interface Place {
        /** It belongs to this project. */
        record Found(UUID project) implements Place {}

        /** It cannot be told, or to none. */
        record None(String reason) implements Place {}
    }

    /** Finds the project of a parent on the backend. */
    Place of(Optional<String> parent) throws InterruptedException {
        String name = parent.orElse("");
        if (name.isBlank()) {
            return new Place.None("it has no parent that would name its project");
        }
        if (!name.startsWith(prefix)) {
            return new Place.None("its parent " + name + " does not begin with project_prefix, which is " + prefix);
        }
        String slug = name.substring(prefix.length());
        if (slug.isBlank()) {
            return new Place.None("its parent " + name + " is nothing but the project_prefix");
        }
        Place place = known.get(slug);
        if (place == null) {
            place = find(slug);
            known.put(slug, place);
        }
        return place;
    }

    private Place find(String slug) throws InterruptedException {
        List<WaldurProject> projects = waldur.listBySlug(slug).stream()
                .filter(project -> slug.equals(project.slug()) && !project.isRemoved())
                .toList();
        return switch (projects.size()) {
            case 0 -> new Place.None("Waldur has no project " + slug + " that the agent's user can see");
            case 1 -> new Place.Found(projects.get(0).uuid());
            default -> new Place.None("Waldur has " + projects.size() + " projects " + slug);
        };
    }
}
