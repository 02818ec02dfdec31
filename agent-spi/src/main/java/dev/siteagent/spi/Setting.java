package dev.siteagent.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one setting of a settings class: its key in the configuration file and what it means.
 *
 * <p>Optional. Without it the key is the component's or property's name in snake case ({@code defaultRegion} is {@code
 * default_region}). The description appears in generated documentation and in messages about the setting.
 *
 * @since 1.0.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface Setting {
    /** The key in the configuration file; empty for the name in snake case. */
    String name() default "";

    /** What the setting means, one sentence; empty when undocumented. */
    String description() default "";

    /** The default as an operator would write it; empty when there is none. Documentation only. */
    String defaultValue() default "";
}
