package dev.siteagent.core.config;

import jakarta.validation.MessageInterpolator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.metadata.BeanDescriptor;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.ContainerElementTypeDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import java.lang.annotation.Annotation;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Says in words what the constraints of a settings class demand: {@code 1 to 12}. Words are those of the constraint's own
 * message where there is no shorter way to say it. Not thread-safe.
 */
final class ConstraintWords implements AutoCloseable {
    /** A constraint of which only the text of the message is asked for. */
    private record Told(ConstraintDescriptor<?> constraint) implements MessageInterpolator.Context {
        @Override
        public ConstraintDescriptor<?> getConstraintDescriptor() {
            return constraint;
        }

        @Override
        public Object getValidatedValue() {
            return null;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            return type.cast(this);
        }
    }

    private static final String DEMAND = "must be ";

    private final ValidatorFactory factory = Constraints.newFactory();

    /** Returns whether a value must be given, be it that its absence is an error or, by its payload, a warning. */
    boolean isRequired(Class<?> type, String property) {
        return constraints(type, property)
                .anyMatch(constraint ->
                        Constraints.PRESENCE.contains(constraint.getAnnotation().annotationType()));
    }

    /** Returns what a property's value must be, in a fixed order; nothing of its presence. */
    List<String> of(Class<?> type, String property) {
        List<ConstraintDescriptor<?>> all = Stream.concat(
                        constraints(type, property),
                        descriptor(type, property).stream().flatMap(ConstraintWords::ofContents))
                .toList();
        Stream<String> others = all.stream()
                .filter(constraint -> !isLimit(constraint))
                .filter(constraint -> !Constraints.PRESENCE.contains(
                        constraint.getAnnotation().annotationType()))
                .map(this::words)
                .sorted(Comparator.naturalOrder());
        return Stream.concat(range(all).stream(), others).distinct().toList();
    }

    private Stream<ConstraintDescriptor<?>> constraints(Class<?> type, String property) {
        return descriptor(type, property).stream().flatMap(found -> found.getConstraintDescriptors().stream());
    }

    private Optional<PropertyDescriptor> descriptor(Class<?> type, String property) {
        BeanDescriptor bean = factory.getValidator().getConstraintsForClass(type);
        return Optional.ofNullable(bean.getConstraintsForProperty(property));
    }

    private static Stream<ConstraintDescriptor<?>> ofContents(PropertyDescriptor property) {
        Set<ContainerElementTypeDescriptor> contents = property.getConstrainedContainerElementTypes();
        return contents.stream().flatMap(content -> content.getConstraintDescriptors().stream());
    }

    private static boolean isLimit(ConstraintDescriptor<?> constraint) {
        return constraint.getAnnotation() instanceof Min || constraint.getAnnotation() instanceof Max;
    }

    private static Optional<String> range(List<ConstraintDescriptor<?>> constraints) {
        Optional<Long> least = limit(constraints, Min.class);
        Optional<Long> most = limit(constraints, Max.class);
        if (least.isPresent() && most.isPresent()) {
            return Optional.of(least.get() + " to " + most.get());
        }
        return least.map(limit -> "at least " + limit).or(() -> most.map(limit -> "at most " + limit));
    }

    private static Optional<Long> limit(
            List<ConstraintDescriptor<?>> constraints, Class<? extends Annotation> annotation) {
        return constraints.stream()
                .filter(constraint -> annotation.isInstance(constraint.getAnnotation()))
                .map(constraint -> (Long) constraint.getAttributes().get("value"))
                .findFirst();
    }

    private String words(ConstraintDescriptor<?> constraint) {
        if (constraint.getAnnotation() instanceof Positive) {
            return "more than 0";
        }
        if (constraint.getAnnotation() instanceof PositiveOrZero) {
            return "0 or more";
        }
        String message =
                factory.getMessageInterpolator().interpolate(constraint.getMessageTemplate(), new Told(constraint));
        return message.startsWith(DEMAND) ? message.substring(DEMAND.length()) : message;
    }

    @Override
    public void close() {
        factory.close();
    }
}
