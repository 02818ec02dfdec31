package dev.siteagent.core.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a small text file in UTF-8 and says exactly why when that cannot be done. */
final class FileText {
    /** A file that cannot be used as text. The message goes behind the name of the file and shows nothing of its content. */
    static final class UnusableFileException extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // thrown and caught within one reading, never serialized
        private final Location location;

        UnusableFileException(Location location, String message, Throwable cause) {
            super(message, cause);
            this.location = location;
        }

        /** The place of the fault in the file, {@link Location#NONE} when the file as a whole is at fault. */
        Location location() {
            return location;
        }
    }

    private FileText() {}

    /**
     * Returns the text of a file, without a byte order mark.
     *
     * @param file the file; a pipe will do
     * @param mostBytes the size from which on the file is refused
     * @throws UnusableFileException when it is missing, unreadable, too large or not UTF-8
     */
    static String read(Path file, int mostBytes) throws UnusableFileException {
        byte[] bytes = bytes(file, mostBytes);
        if (bytes.length > mostBytes) {
            throw unusable("is larger than " + size(mostBytes) + ", the most that is read", null);
        }
        String text = decode(bytes);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static byte[] bytes(Path file, int mostBytes) throws UnusableFileException {
        if (Files.isDirectory(file)) {
            throw unusable("is a directory and not a file", null);
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(mostBytes + 1);
        } catch (NoSuchFileException e) {
            throw unusable("does not exist", e);
        } catch (AccessDeniedException e) {
            throw unusable("cannot be read: access is denied to the user the agent runs as", e);
        } catch (IOException e) {
            throw unusable("cannot be read: " + e.getMessage(), e);
        }
    }

    private static String decode(byte[] bytes) throws UnusableFileException {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isUnderflow()) {
            result = decoder.flush(out);
        }
        String text = out.flip().toString();
        if (result.isError()) {
            String message = "is not valid UTF-8 (byte " + (in.position() + 1) + "); save it in UTF-8";
            throw new UnusableFileException(Location.at(text, text.length()), message, null);
        }
        return text;
    }

    private static String size(int bytes) {
        return bytes / (1024 * 1024) + " MiB";
    }

    private static UnusableFileException unusable(String message, IOException cause) {
        return new UnusableFileException(Location.NONE, message, cause);
    }
}
