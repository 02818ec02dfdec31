package dev.siteagent.core.demo;

/** Who does something in the story. */
enum Actor {
    CUSTOMER("customer", "\u001b[35m"),
    WALDUR("Waldur", "\u001b[34m"),
    HOBBYFARM("HobbyFarm", "\u001b[35m"),
    KUBERNETES("Kubernetes", "\u001b[34m"),
    AGENT("site-agent", "\u001b[32m"),
    PLUGIN("plugin", "\u001b[36m"),
    CLOUD("DigitalOcean", "\u001b[36m");

    private final String title;
    private final String colour;

    Actor(String title, String colour) {
        this.title = title;
        this.colour = colour;
    }

    String title() {
        return title;
    }

    String colour() {
        return colour;
    }
}
