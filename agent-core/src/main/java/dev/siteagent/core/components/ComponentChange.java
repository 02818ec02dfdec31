package dev.siteagent.core.components;

import dev.siteagent.core.waldur.OfferingComponent;
import java.util.List;
import java.util.Objects;

/** What is to be done about one component of the file. */
public sealed interface ComponentChange {
    /** Returns the component as it shall be. */
    OfferingComponent wanted();

    /**
     * Waldur lacks it.
     *
     * @param wanted the component as it shall be
     * @param values what it shall have
     */
    record Create(OfferingComponent wanted, List<Difference> values) implements ComponentChange {
        /** Copies the list and refuses null. */
        public Create {
            Objects.requireNonNull(wanted, "wanted");
            values = List.copyOf(values);
        }
    }

    /**
     * Waldur has it otherwise.
     *
     * @param wanted the component as it shall be, with Waldur's UUID
     * @param differences where it differs, at least one
     */
    record Update(OfferingComponent wanted, List<Difference> differences) implements ComponentChange {
        /** Copies the list and refuses null. */
        public Update {
            Objects.requireNonNull(wanted, "wanted");
            differences = List.copyOf(differences);
        }
    }

    /**
     * Waldur has it so.
     *
     * @param wanted the component as it is
     */
    record Equal(OfferingComponent wanted) implements ComponentChange {
        /** Refuses null. */
        public Equal {
            Objects.requireNonNull(wanted, "wanted");
        }
    }

    /**
     * A field that is to change.
     *
     * @param field Waldur's name of it
     * @param now its value in Waldur, {@code none} when it has none
     * @param wanted its value in the file
     */
    record Difference(String field, String now, String wanted) {}
}
