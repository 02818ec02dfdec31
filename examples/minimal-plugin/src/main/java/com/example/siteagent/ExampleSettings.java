package com.example.siteagent;

import dev.siteagent.spi.Setting;
import jakarta.validation.constraints.NotBlank;

/**
 * What {@code backend_settings} of an offering may hold. The host binds and checks it, and names the line of the file
 * when something is wrong.
 *
 * @param directory where the resources are kept
 */
public record ExampleSettings(
        @NotBlank @Setting(description = "Where the resources are kept, one file each") String directory) {}
