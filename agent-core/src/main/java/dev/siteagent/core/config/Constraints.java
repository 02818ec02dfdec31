package dev.siteagent.core.config;

import dev.siteagent.spi.Warning;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.metadata.ContainerElementTypeDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/**
 * Checks Jakarta Validation constraints and reports violations with their place in the file. Messages are in English
 * whatever the locale, and expressions in them are not evaluated, so that they cannot show a value.
 *
 * <p>Made anew for each reading: the validator keeps what it learned of a class, which would keep the class loader of a
 * plugin from being unloaded.
 */
final class Constraints implements AutoCloseable {
    /** The constraints that demand a value at all. */
    static final Set<Class<? extends Annotation>> PRESENCE = Set.of(NotNull.class, NotBlank.class, NotEmpty.class);

    private final Problems problems;
    private final Concealment concealment;
    private final ValidatorFactory factory;
    private final Validator validator;

    Constraints(Problems problems, Concealment concealment) {
        this.problems = problems;
        this.concealment = concealment;
        this.factory = newFactory();
        this.validator = factory.getValidator();
    }

    /** Returns what makes validators, with messages in English; the caller closes it. */
    static ValidatorFactory newFactory() {
        return Validation.byProvider(HibernateValidator.class)
                .configure()
                .ignoreXmlConfiguration()
                .messageInterpolator(new ParameterMessageInterpolator(
                        Set.of(Locale.ENGLISH), Locale.ENGLISH, context -> Locale.ENGLISH, false))
                .buildValidatorFactory();
    }

    /** Checks a whole object. */
    void check(Object bound, ViolationPlace root) {
        try {
            validator.validate(bound).forEach(violation -> report(violation, root));
        } catch (ValidationException e) {
            cannotCheck(bound.getClass(), root, e);
        }
    }

    /**
     * Checks what there is of an object that could not be made.
     *
     * @param values by property name
     * @return whether no violation was an error
     */
    boolean checkEach(Class<?> type, Map<String, Object> values, ViolationPlace root) {
        boolean good = true;
        for (Map.Entry<String, Object> value : values.entrySet()) {
            try {
                for (ConstraintViolation<?> violation :
                        validator.validateValue(type, value.getKey(), value.getValue())) {
                    good &= report(violation, root);
                }
                if (value.getValue() != null && isCascaded(type, value.getKey())) {
                    checkNested(value.getValue(), root.property(value.getKey()));
                }
            } catch (ValidationException e) {
                cannotCheck(type, root, e);
                good = false;
            }
        }
        return good;
    }

    private boolean isCascaded(Class<?> type, String property) {
        PropertyDescriptor descriptor = validator.getConstraintsForClass(type).getConstraintsForProperty(property);
        return descriptor != null
                && (descriptor.isCascaded()
                        || descriptor.getConstrainedContainerElementTypes().stream()
                                .anyMatch(ContainerElementTypeDescriptor::isCascaded));
    }

    private void checkNested(Object value, ViolationPlace place) {
        if (value instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                checkNested(items.get(i), place.item(i));
            }
        } else if (value instanceof Set<?> elements) {
            elements.forEach(element -> checkNested(element, place.content()));
        } else if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> checkNested(entry, place.entry(key.toString())));
        } else if (value instanceof Optional<?> content) {
            content.ifPresent(present -> checkNested(present, place.content()));
        } else {
            validator.validate(value).forEach(violation -> report(violation, place));
        }
    }

    /** Reports one violation; returns true when it is only a warning. */
    private boolean report(ConstraintViolation<?> violation, ViolationPlace root) {
        ViolationPlace place = root.follow(violation.getPropertyPath());
        boolean warns = violation.getConstraintDescriptor().getPayload().contains(Warning.class);
        String message = message(violation, place);
        if (warns) {
            problems.warning(place.location(), place.path(), message);
        } else {
            problems.error(place.location(), place.path(), message);
        }
        return warns;
    }

    private String message(ConstraintViolation<?> violation, ViolationPlace place) {
        Annotation constraint = violation.getConstraintDescriptor().getAnnotation();
        boolean standardText = violation.getMessageTemplate().startsWith("{");
        boolean missing = place.node() == null && PRESENCE.contains(constraint.annotationType()) && standardText;
        String message = missing ? "is required" : concealment.clean(violation.getMessage());
        String description = place.property() == null ? "" : place.property().description();
        return description.isEmpty() ? message : message + " (" + description + ")";
    }

    private void cannotCheck(Class<?> type, ViolationPlace root, ValidationException fault) {
        String reason = fault.getCause() == null ? fault.toString() : fault + ": " + fault.getCause();
        problems.error(
                root.location(),
                root.path(),
                "the constraints of " + type.getName() + " cannot be checked, a fault of the plugin: "
                        + concealment.clean(reason));
    }

    @Override
    public void close() {
        factory.close();
    }
}
