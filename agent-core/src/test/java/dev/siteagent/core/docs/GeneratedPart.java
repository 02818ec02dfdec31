package dev.siteagent.core.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a page that is made of the classes: what stands between {@code <!-- generated: NAME -->} and {@code <!-- end
 * -->}.
 */
public final class GeneratedPart {
    private static final String END = "<!-- end -->";

    private final Path page;
    private final String begin;

    private GeneratedPart(Path page, String begin) {
        this.page = page;
        this.begin = begin;
    }

    /** Returns a part of a page in {@code docs/}. */
    public static GeneratedPart of(String page, String name) {
        return new GeneratedPart(Pages.FOLDER.resolve(page), "<!-- generated: " + name + " -->\n");
    }

    /** Returns the part as it stands in the page. */
    public String text() throws IOException {
        String whole = Files.readString(page);
        return whole.substring(start(whole), whole.indexOf(END, start(whole)));
    }

    /** Puts a new text in its place, when the build was asked to. */
    public void writeIfWanted(String text) throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            String whole = Files.readString(page);
            int start = start(whole);
            Files.writeString(page, whole.substring(0, start) + text + whole.substring(whole.indexOf(END, start)));
        }
    }

    /** Returns what to do when the page is outdated. */
    public String howToWrite() {
        return page.getFileName() + " is not what the classes say; write it anew with"
                + " mvn -pl agent-core -am test -Dtest=ConfigurationPageTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Ddocs.write=true";
    }

    private int start(String whole) {
        int at = whole.indexOf(begin);
        if (at < 0) {
            throw new IllegalStateException(page + " lacks the line " + begin.strip());
        }
        return at + begin.length();
    }
}
