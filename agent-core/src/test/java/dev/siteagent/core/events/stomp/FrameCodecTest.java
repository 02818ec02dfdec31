package dev.siteagent.core.events.stomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of the codec: what is written is read back, and no bytes whatever throw or hang. */
class FrameCodecTest {

    @Property(tries = 500)
    void whatIsWrittenIsReadBack(
            @ForAll("commands") String command, @ForAll("headers") Map<String, String> headers, @ForAll byte[] body) {
        Map<String, String> all = new java.util.LinkedHashMap<>(headers);
        all.put("content-length", Integer.toString(body.length));

        List<Received> read = decode(FrameEncoder.encode(new Frame(command, all, body)));

        assertThat(read).hasSize(1);
        Frame frame = (Frame) read.get(0);
        assertThat(frame.command()).isEqualTo(command);
        assertThat(frame.headers()).isEqualTo(all);
        assertThat(frame.body()).isEqualTo(body);
    }

    @Property(tries = 2000)
    void noBytesThrow(@ForAll byte[] bytes) {
        assertThat(decode(bytes)).isNotNull();
    }

    @Property(tries = 2000)
    void noAlmostFrameThrows(@ForAll("almostFrames") byte[] bytes) {
        assertThat(decode(bytes)).isNotNull();
        assertThat(FrameDecoder.decode(new WebSocketMessage(bytes, bytes.length + 1L)))
                .hasSize(1);
    }

    @Property(tries = 500)
    void everyCutOfAFrameIsBrokenAndKeepsTheIdOnceItWasThere(@ForAll("cuts") int cut) {
        byte[] whole =
                "MESSAGE\nack:T_1\nsubscription:order\ncontent-length:5\n\nhello\0".getBytes(StandardCharsets.UTF_8);
        byte[] part = Arrays.copyOf(whole, cut);

        List<Received> read = decode(part);

        assertThat(read).hasSize(1).allMatch(Received.Broken.class::isInstance);
        boolean idRead = cut >= "MESSAGE\nack:T_1\n".length();
        assertThat(((Received.Broken) read.get(0)).ack().filter("T_1"::equals).isPresent())
                .isEqualTo(idRead);
    }

    private static List<Received> decode(byte[] bytes) {
        return FrameDecoder.decode(new WebSocketMessage(bytes, bytes.length));
    }

    @Provide
    Arbitrary<Integer> cuts() {
        return Arbitraries.integers()
                .between(1, "MESSAGE\nack:T_1\nsubscription:order\ncontent-length:5\n\nhello".length());
    }

    @Provide
    Arbitrary<String> commands() {
        return Arbitraries.of("SEND", "MESSAGE", "ACK", "ERROR", "RECEIPT");
    }

    @Provide
    Arbitrary<Map<String, String>> headers() {
        Arbitrary<String> text = Arbitraries.strings()
                .withChars('a', 'Z', '0', ':', '\\', '\n', '\r', 'é', '\u4e2d', ' ')
                .ofMaxLength(12);
        return Arbitraries.maps(text.filter(name -> !name.isEmpty()), text).ofMaxSize(6);
    }

    @Provide
    Arbitrary<byte[]> almostFrames() {
        return Arbitraries.of(
                        "MESSAGE",
                        "CONNECTED",
                        "ERROR",
                        "\n",
                        "\r\n",
                        "\0",
                        ":",
                        "\\",
                        "\\n",
                        "content-length:",
                        "ack:x",
                        "subscription:order",
                        "-1",
                        "5",
                        "99999999999",
                        "{\"order_uuid\":\"x\"}",
                        "\u00ff",
                        "body")
                .list()
                .ofMaxSize(20)
                .map(parts -> String.join("", parts).getBytes(StandardCharsets.ISO_8859_1));
    }
}
