package dev.siteagent.core.config;

/** The names of levels in the file: those of Python. */
enum LogLevel {
    DEBUG,
    INFO,
    WARNING,
    ERROR,
    CRITICAL
}
