package dev.siteagent.spi;

/**
 * The version of this SPI, by semantic versioning; a plugin's {@code Plugin-Requires} is a range over it.
 *
 * @since 1.0.0
 */
public final class SpiVersion {
    private SpiVersion() {}

    /**
     * Returns the version of the SPI that the host runs, as {@code major.minor.patch}.
     *
     * <p>A method and not a constant, so that a plugin reads the host's version and not the one it was compiled against.
     */
    public static String current() {
        return "1.0.0";
    }
}
