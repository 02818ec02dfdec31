package dev.siteagent.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private final Redaction redaction = new Redaction();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Authorization: Token 0123456789abcdef0123456789abcdef01234567 | Authorization: ***
            'Authorization': 'Bearer abc.def' | 'Authorization': '***'
            sent Token 0123456789abcdef0123456789abcdef01234567 to it | sent Token *** to it
            bearer 0a1b2c3d4e5f6a7b8c9d | bearer ***
            the token dop_v1_0123456789abcdef is bad | the token dop_v1_*** is bad
            jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln was refused | jwt *** was refused
            proxy http://user:p4ss@proxy.example:3128/ down | proxy http://***@proxy.example:3128/ down
            POST client_id=agent&client_secret=s3cr3t&grant_type=x | POST client_id=agent&client_secret=***&grant_type=x
            {"token": "abc", "name": "web"} | {"token": "***", "name": "web"}
            {"client_secret": "a\\"b", "name": "web"} | {"client_secret": "***", "name": "web"}
            body {\\"apiToken\\": \\"abc\\", \\"n\\": 1} | body {\\"apiToken\\": \\"***\\", \\"n\\": 1}
            {'user_data': '#cloud-config "x" y', 'name': 'web'} | {'user_data': '***', 'name': 'web'}
            export PASSWORD='two words' | export PASSWORD=***
            X-Auth-Token: 0123456789abcdef refused | X-Auth-Token: *** refused
            sent to https://0123456789abcdef@sentry.example.com/7 | sent to https://***@sentry.example.com/7
            proxy http://user:p@ss@proxy.example:3128/ down | proxy http://***@proxy.example:3128/ down
            """)
    void hidesWhatLooksLikeASecret(String text, String expected) {
        assertThat(redaction.clean(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "offerings[0].backend_settings.token: is missing",
                "the token belongs to another account",
                "it is like https://KEY@HOST/PROJECT",
                "Token refused by https://waldur.example.com/api/users/me/",
                "https://waldur.example.com:8443/api/?page=2&field=uuid",
                "order 2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10 is done",
            })
    void leavesOrdinaryTextAlone(String text) {
        assertThat(redaction.clean(text)).isEqualTo(text);
    }

    @Test
    void hidesAPrivateKeyOverAllItsLines() {
        String key = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\nBBBB\n-----END OPENSSH PRIVATE KEY-----";

        assertThat(redaction.clean("key: " + key + " end")).isEqualTo("key: *** end");
    }

    @Test
    void hidesAPrivateKeyThatWasCutOff() {
        assertThat(redaction.clean("-----BEGIN PRIVATE KEY-----\nAAAA")).isEqualTo("***");
    }

    @Test
    void hidesASecretItWasToldOfWhateverItsShape() {
        redaction.hide(Secret.of("correct horse"));
        redaction.hide(Secret.of("correct horse battery"));

        assertThat(redaction.clean("said correct horse battery, then correct horse"))
                .isEqualTo("said ***, then ***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"body\": \"s3cr\\\"et/+&<ü>\"}",
                "?p=s3cr%22et%2F%2B%26%3C%C3%BC%3E&x=1",
                "czNjciJldC8rJjzDvD4=",
            })
    void hidesASecretItWasToldOfHoweverItIsEncoded(String text) {
        redaction.hide(Secret.of("s3cr\"et/+&<ü>"));

        assertThat(redaction.clean(text))
                .contains("***")
                .doesNotContainIgnoringCase("s3cr")
                .doesNotContain("czNj");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            says: with 0a1b2c3d4e5f… and 0a1b2c3d…; end | says: with ***… and ***…; end
            with 0a1b2c3d4e | with ***
            with 0a1b2c… | with 0a1b2c…
            … | …
            """)
    void hidesTheBeginningOfASecretWhereATextWasCut(String text, String expected) {
        redaction.hide(Secret.of("0a1b2c3d4e5f6a7b"));

        assertThat(redaction.clean(text)).isEqualTo(expected);
    }

    @Test
    void hidesEachLineOfASecretOfSeveral() {
        redaction.hide(Secret.of("-----BEGIN THING-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\nx\n-----END THING-----"));

        assertThat(redaction.clean("line hkiG9w0BAQEFAASC of x")).isEqualTo("line *** of x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a-", "eyjaaaaaaaa-", "token", "\"token\":\"", "secret=\"", "x://a", "bearer a-", "do", "a "})
    @Timeout(20)
    void costsALongLineNoMoreThanItsLength(String part) {
        String line = part.repeat(200_000 / part.length());

        assertThat(redaction.clean(line)).isNotEmpty();
    }

    @Test
    void aVeryShortSecretDoesNotBlotOutOrdinaryWords() {
        redaction.hide(Secret.of("a"));
        redaction.hide(Secret.of("   "));

        assertThat(redaction.clean("a plan   of action")).isEqualTo("a plan   of action");
    }
}
