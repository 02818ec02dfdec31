package dev.siteagent.hobbyfarm.keys;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes SSH's binary form (RFC 4251, section 5): lengths, strings, numbers. */
final class SshWire {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    SshWire number(int value) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
        return this;
    }

    SshWire string(byte[] value) {
        number(value.length);
        bytes.writeBytes(value);
        return this;
    }

    SshWire string(String value) {
        return string(value.getBytes(StandardCharsets.US_ASCII));
    }

    SshWire integer(BigInteger value) {
        return string(value.toByteArray());
    }

    SshWire raw(byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    /** Fills up to a multiple of a length with 1, 2, 3, …, as the private part of a key file is. */
    SshWire padTo(int multiple) {
        for (int pad = 1; bytes.size() % multiple != 0; pad++) {
            bytes.write(pad);
        }
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
