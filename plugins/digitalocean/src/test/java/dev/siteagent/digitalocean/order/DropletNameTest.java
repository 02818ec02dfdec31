package dev.siteagent.digitalocean.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DropletNameTest {
    private static final UUID ID = UUID.fromString("0a1b2c3d-0000-4000-8000-000000000000");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    web                    | web
                    Test Droplet           | test-droplet
                    My_VM (v1.2)           | my-vm--v1.2
                    -.web.-                | web
                    Jõgeva Öö              | jogeva-oo
                    Straße & Æther         | strasse---aether
                    Łódź Ørsted            | lodz-orsted
                    Сервер Жуковского      | server-zhukovskogo
                    Київ їжак ґанок        | kiyiv-yizhak-ganok
                    Ёлка Й                 | yolka-y
                    Αθήνα                  | athina
                    ﬁne ①                  | fine-1
                    你好                    | waldur-droplet
                    web 你好 1              | web----1
                    😀🚀                    | waldur-droplet
                    !!! ??? …              | waldur-droplet
                    """)
    void nameFollowsTheResource(String name, String expected) {
        assertThat(DropletName.of(name, "slug", ID)).isEqualTo(expected);
    }

    @Test
    void slugAndUuidStandInForABlankName() {
        assertThat(DropletName.of(" ", "The-Slug", ID)).isEqualTo("the-slug");
        assertThat(DropletName.of("", "", ID)).isEqualTo("waldur-0a1b2c3d");
    }

    @Test
    void longNamesAreCutByLabelAndAsAWhole() {
        assertThat(DropletName.of("a".repeat(300), "", ID)).isEqualTo("a".repeat(63));
        assertThat(DropletName.of(("b".repeat(70) + ".").repeat(5), "", ID))
                .hasSize(255)
                .startsWith("b".repeat(63) + "." + "b".repeat(63) + ".");
    }

    @Property
    void nameAlwaysMatchesDigitalOceansPattern(@ForAll("texts") String name, @ForAll("texts") String slug) {
        String droplet = DropletName.of(name, slug, ID);
        assertThat(droplet).matches("^[a-zA-Z0-9]?[a-z0-9A-Z.\\-]*[a-z0-9A-Z]$").hasSizeLessThanOrEqualTo(255);
        assertThat(droplet.split("\\.", -1)).allMatch(label -> label.length() <= 63);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().all().ofMaxLength(400),
                Arbitraries.strings().withChars("aZ0-. _ßжλé你").ofMaxLength(400));
    }
}
