package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Secret;
import dev.siteagent.spi.Warning;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SettingsConstraintsTest {
    private final ValidatorFactory validators = Validation.byProvider(HibernateValidator.class)
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory();

    @AfterEach
    void close() {
        validators.close();
    }

    private Set<ConstraintViolation<DigitalOceanSettings>> violations(Map<String, Object> values) {
        return validators.getValidator().validate(Settings.of(values));
    }

    private static boolean isWarning(ConstraintViolation<?> violation) {
        return violation.getConstraintDescriptor().getPayload().contains(Warning.class);
    }

    @Test
    void missingTokenIsAWarning() {
        assertThat(violations(Map.of())).singleElement().satisfies(violation -> {
            assertThat(violation.getPropertyPath()).hasToString("token");
            assertThat(isWarning(violation)).isTrue();
            assertThat(violation.getMessage()).contains("without a token");
        });
    }

    @Test
    void blankTokenIsAWarning() {
        assertThat(violations(Map.of("token", Secret.of(" ")))).singleElement().satisfies(violation -> {
            assertThat(isWarning(violation)).isTrue();
            assertThat(violation.getMessage()).contains("token is blank");
        });
    }

    @Test
    void tokenAloneIsEnough() {
        assertThat(violations(Map.of("token", Secret.of("t")))).isEmpty();
    }

    @Test
    void whatNeverWorksIsAnError() {
        Map<String, Object> wrong = Map.of("token", Secret.of("t"), "waitFor", "ssh", "defaultSshKeyId", -1L);
        assertThat(violations(wrong)).hasSize(2).noneMatch(SettingsConstraintsTest::isWarning);
    }

    @Test
    void tagThatDigitalOceanRefusesIsAWarningSinceOnlyOrdersFailForIt() {
        assertThat(violations(Map.of("token", Secret.of("t"), "defaultTags", List.of("no good", "good"))))
                .singleElement()
                .matches(SettingsConstraintsTest::isWarning);
    }
}
