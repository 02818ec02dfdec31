package dev.siteagent.core.config;

import dev.siteagent.spi.Secret;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;

/** Demands an absolute URL with a host, {@code http} or {@code https} unless said otherwise. Null is valid. */
@Documented
@Constraint(validatedBy = {HttpUrl.OfUrl.class, HttpUrl.OfSecret.class})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
@interface HttpUrl {
    /** What to say. */
    String message() default "must be a URL that begins with http:// or https:// and names a host";

    /** The schemes that are allowed. */
    String[] schemes() default {"http", "https"};

    /** Required of a constraint. */
    Class<?>[] groups() default {};

    /** Required of a constraint. */
    Class<? extends Payload>[] payload() default {};

    /** The check of a URL. */
    final class OfUrl implements ConstraintValidator<HttpUrl, URI> {
        private String[] schemes = {};

        @Override
        public void initialize(HttpUrl constraint) {
            schemes = constraint.schemes();
        }

        @Override
        public boolean isValid(URI url, ConstraintValidatorContext context) {
            return url == null || Urls.isAbsolute(url, schemes);
        }
    }

    /** The check of a URL that holds a secret. */
    final class OfSecret implements ConstraintValidator<HttpUrl, Secret> {
        private String[] schemes = {};

        @Override
        public void initialize(HttpUrl constraint) {
            schemes = constraint.schemes();
        }

        @Override
        public boolean isValid(Secret url, ConstraintValidatorContext context) {
            return url == null
                    || Urls.parse(url.reveal())
                            .filter(parsed -> Urls.isAbsolute(parsed, schemes))
                            .isPresent();
        }
    }
}
