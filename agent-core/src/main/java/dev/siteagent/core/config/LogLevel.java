package dev.siteagent.core.config;

import dev.siteagent.spi.Setting;

/** The names of levels in the file: those of Python. */
enum LogLevel {
    @Setting(name = "DEBUG")
    DEBUG,
    @Setting(name = "INFO")
    INFO,
    @Setting(name = "WARNING")
    WARNING,
    @Setting(name = "ERROR")
    ERROR,
    @Setting(name = "CRITICAL")
    CRITICAL
}
