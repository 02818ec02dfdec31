package dev.siteagent.core.runtime;

import dev.siteagent.core.config.BackendBinding;
import dev.siteagent.core.config.ComponentConfiguration;
import dev.siteagent.core.waldur.BillingType;
import dev.siteagent.core.waldur.OfferingComponent;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.Component.Accounting;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The components of an offering for one backend: those of the file, and from Waldur those that the file lacks. */
final class OfferingComponents {
    private static final Logger log = LoggerFactory.getLogger(OfferingComponents.class);

    private OfferingComponents() {}

    /**
     * Puts the components together.
     *
     * @param file the components of the file, in its order
     * @param binding the plugin's own keys of those
     * @param settingsType the class of the plugin's own keys
     * @param waldur the components of the offering in Waldur
     */
    static Map<String, Component> of(
            Map<String, ComponentConfiguration> file,
            BackendBinding binding,
            Class<?> settingsType,
            Collection<OfferingComponent> waldur) {
        Map<String, Component> components = new LinkedHashMap<>();
        file.forEach((type, component) -> components.put(
                type, component.toSpi(type, binding.componentSettings().get(type))));
        for (OfferingComponent component : waldur) {
            String type = component.type();
            if (type != null && !type.isBlank() && !components.containsKey(type)) {
                unset(settingsType)
                        .ifPresentOrElse(
                                settings -> components.put(type, of(component, settings)),
                                () -> log.warn(
                                        "Component {} of the offering is unknown to the configuration file, and the plugin"
                                                + " cannot do without its own keys of it; add it to backend_components.",
                                        type));
            }
        }
        return components;
    }

    private static Component of(OfferingComponent component, Object settings) {
        BigDecimal factor =
                component.unitFactor() == null || component.unitFactor().signum() <= 0
                        ? BigDecimal.ONE
                        : component.unitFactor();
        return new Component(
                component.type(),
                component.name() == null ? "" : component.name(),
                component.measuredUnit() == null ? "" : component.measuredUnit(),
                accounting(component.billingType()),
                factor,
                factor,
                Boolean.TRUE.equals(component.isPrepaid()) || component.billingType() == BillingType.ONE,
                settings);
    }

    private static Accounting accounting(BillingType type) {
        if (type == null) {
            return Accounting.USAGE;
        }
        return switch (type) {
            case LIMIT -> Accounting.LIMIT;
            case FIXED -> Accounting.FIXED;
            case ONE -> Accounting.ONE_TIME;
            case FEW -> Accounting.ON_PLAN_SWITCH;
            default -> Accounting.USAGE;
        };
    }

    /** Makes settings of which the file says nothing; empty when the class refuses to be without. */
    private static Optional<Object> unset(Class<?> type) {
        try {
            if (!type.isRecord()) {
                return Optional.of(accessible(type.getDeclaredConstructor()).newInstance());
            }
            RecordComponent[] parts = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Object[] values =
                    Arrays.stream(types).map(OfferingComponents::unsetValue).toArray();
            return Optional.of(accessible(type.getDeclaredConstructor(types)).newInstance(values));
        } catch (ReflectiveOperationException e) {
            log.debug("{} cannot be made without values", type.getName(), e);
            return Optional.empty();
        }
    }

    /** A plugin's settings class need not be public. */
    private static Constructor<?> accessible(Constructor<?> constructor) {
        constructor.trySetAccessible();
        return constructor;
    }

    private static Object unsetValue(Class<?> type) {
        if (type == Optional.class) {
            return Optional.empty();
        }
        // An array's elements are what a field of the type is at first: 0, false or null.
        return Array.get(Array.newInstance(type, 1), 0);
    }
}
