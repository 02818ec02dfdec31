package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When two parts of files say the same. */
class FingerprintTest {
    @Test
    void placeOrderOfKeysAndCommentsMakeNoDifference() throws Exception {
        assertThat(of("a: 1\nb: {c: [x, y], d: no}\n")).isEqualTo(of("# new\n\nb:\n  d: no\n  c: [x, y]\na: 1\n"));
    }

    @Test
    void everythingElseDoes() throws Exception {
        Fingerprint one = of("a: 1\nb: [x, y]\n");

        assertThat(of("a: 2\nb: [x, y]\n")).isNotEqualTo(one);
        assertThat(of("a: '1'\nb: [x, y]\n")).isNotEqualTo(one);
        assertThat(of("a: 1\nb: [y, x]\n")).isNotEqualTo(one);
        assertThat(of("a: 1\nb: [xy]\n")).isNotEqualTo(one);
        assertThat(of("a: 1\nb: [x, [y]]\n")).isNotEqualTo(one);
        assertThat(of("a: 1\nc: [x, y]\n")).isNotEqualTo(one);
        assertThat(of("a: 1\nb: [x, y]\nc: null\n")).isNotEqualTo(one);
    }

    @Test
    void textShowsNothing() {
        assertThat(Fingerprint.of("secret")).hasToString("Fingerprint[hidden]");
    }

    private static Fingerprint of(String yaml) throws Exception {
        return Fingerprint.of(YamlTree.read(yaml).root());
    }
}
