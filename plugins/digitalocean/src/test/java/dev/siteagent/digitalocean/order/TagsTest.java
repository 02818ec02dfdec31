package dev.siteagent.digitalocean.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.spi.PermanentBackendException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagsTest {
    private static final String OWN = OwnerTag.of(UUID.fromString("0a1b2c3d-0000-4000-8000-00000000000f"));

    @Test
    void ownTagIsThirtyTwoHexDigits() {
        assertThat(OWN).isEqualTo("waldur-resource:0a1b2c3d00004000800000000000000f");
    }

    @Test
    void unionOfDefaultsAndOrderEachOnceWithoutRegardToCase() throws Exception {
        assertThat(Tags.of(OWN, List.of("waldur", "env:prod"), List.of("web", "Waldur")))
                .containsExactly(OWN, "waldur", "env:prod", "web");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "waldur-resource:ffffffffffffffffffffffffffffffff",
                "WALDUR-Resource:x",
                " waldur-resource:x",
                "waldur-resource:",
                "hobbyfarm-vm:uid",
                "HobbyFarm-Site:uid-default"
            })
    void reservedTagsAreDroppedInAnyCase(String reserved) throws Exception {
        assertThat(Tags.of(OWN, List.of(reserved), List.of(reserved, "web"))).containsExactly(OWN, "web");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "ümlaut", "a/b", "semi;colon"})
    void tagThatDigitalOceanWouldRefuseFailsTheOrderAndIsNamed(String tag) {
        assertThatThrownBy(() -> Tags.of(OWN, List.of(), List.of(tag)))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("'" + tag + "'");
    }

    @Test
    void tagMayHave255CharactersAndNoMore() throws Exception {
        assertThat(Tags.of(OWN, List.of(), List.of("t".repeat(255)))).hasSize(2);
        assertThatThrownBy(() -> Tags.of(OWN, List.of(), List.of("t".repeat(256))))
                .isInstanceOf(PermanentBackendException.class);
    }

    @Property
    void noTagOfAnOrderEverClaimsAnotherResourcesDroplet(@ForAll("claims") List<String> ordered) {
        try {
            List<String> tags = Tags.of(OWN, ordered, ordered);
            assertThat(OwnerTag.ownersIn(tags, OWN)).containsExactly(OWN);
        } catch (PermanentBackendException refused) {
            assertThat(ordered).anyMatch(tag -> !tag.matches("[a-zA-Z0-9_\\-:]{1,255}"));
        }
    }

    @Provide
    Arbitrary<List<String>> claims() {
        Arbitrary<String> tails =
                Arbitraries.strings().withChars("abcdef0123456789:").ofMaxLength(34);
        Arbitrary<String> prefixes = Arbitraries.of("waldur-resource:", "hobbyfarm-vm:", "waldur-resource", "x:", "");
        return prefixes.flatMap(prefix -> tails.flatMap(tail ->
                        Arbitraries.of(prefix + tail, (prefix + tail).toUpperCase(Locale.ROOT), " " + prefix + tail)))
                .list()
                .ofMaxSize(5);
    }
}
