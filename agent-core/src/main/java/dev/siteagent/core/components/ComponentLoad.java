package dev.siteagent.core.components;

import dev.siteagent.core.components.ComponentChange.Difference;
import dev.siteagent.core.config.ComponentConfiguration;
import dev.siteagent.core.waldur.OfferingComponent;
import dev.siteagent.core.waldur.ProviderOfferings;
import dev.siteagent.core.waldur.WaldurException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Compares the components of the file with those of an offering in Waldur, and makes Waldur's so. Components that the file
 * lacks are left alone, and so is each field that the file does not set.
 */
public final class ComponentLoad {
    /** What tells which component it is, and is no difference. */
    private static final Set<String> IDENTITY = Set.of("uuid", "type");

    private final ProviderOfferings waldur;
    private final UUID offering;

    /**
     * Components of an offering.
     *
     * @param waldur where offerings are
     * @param offering the offering
     */
    public ComponentLoad(ProviderOfferings waldur, UUID offering) {
        this.waldur = waldur;
        this.offering = offering;
    }

    /**
     * Compares; changes nothing.
     *
     * @param file the components of the file by type, in its order
     * @return what is to be done about each, in the same order
     * @throws WaldurException when the offering cannot be read
     */
    public List<ComponentChange> compare(Map<String, ComponentConfiguration> file) throws InterruptedException {
        Map<String, OfferingComponent> inWaldur = new TreeMap<>();
        waldur.get(offering).components().stream()
                .filter(component -> component.type() != null)
                .forEach(component -> inWaldur.put(component.type(), component));
        List<ComponentChange> changes = new ArrayList<>();
        file.forEach(
                (type, component) -> changes.add(compare(WantedComponent.of(type, component), inWaldur.get(type))));
        return changes;
    }

    private static ComponentChange compare(OfferingComponent file, OfferingComponent now) {
        if (now == null) {
            return new ComponentChange.Create(file, differences(file, null));
        }
        OfferingComponent wanted = WantedComponent.over(file, now);
        List<Difference> differences = differences(wanted, now);
        return differences.isEmpty()
                ? new ComponentChange.Equal(wanted)
                : new ComponentChange.Update(wanted, differences);
    }

    /**
     * Makes one change.
     *
     * @throws WaldurException when Waldur refuses or cannot be reached
     */
    public void apply(ComponentChange change) throws InterruptedException {
        if (change instanceof ComponentChange.Create create) {
            waldur.createComponent(offering, create.wanted());
        } else if (change instanceof ComponentChange.Update update) {
            waldur.updateComponent(offering, update.wanted());
        }
    }

    private static List<Difference> differences(OfferingComponent wanted, OfferingComponent now) {
        List<Difference> differences = new ArrayList<>();
        for (RecordComponent field : OfferingComponent.class.getRecordComponents()) {
            Object next = value(field, wanted);
            Object before = now == null ? null : value(field, now);
            if (next != null && !IDENTITY.contains(field.getName()) && !same(next, before)) {
                differences.add(new Difference(snakeCase(field.getName()), shown(before), shown(next)));
            }
        }
        return differences;
    }

    /** The form of a number does not matter, and no text is an empty one. */
    private static boolean same(Object wanted, Object now) {
        if (wanted instanceof BigDecimal number && now instanceof BigDecimal other) {
            return number.compareTo(other) == 0;
        }
        return wanted.equals(now) || (now == null && wanted.equals(""));
    }

    private static Object value(RecordComponent field, OfferingComponent component) {
        try {
            return field.getAccessor().invoke(component);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a field of a record cannot be read: " + field.getName(), e);
        }
    }

    private static String shown(Object value) {
        if (value == null || value.equals("")) {
            return "none";
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return value instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT) : value.toString();
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
