package dev.siteagent.sandbox.digitalocean;

/**
 * An action asked for.
 *
 * @param type such as {@code power_off}
 * @param size the size's slug of a resize, null for other actions
 * @param disk whether a resize grows the disk for good
 * @param name the name of a rename or a snapshot, null for other actions
 * @param image slug or id of the image of a rebuild, null for other actions
 */
record ActionRequest(String type, String size, boolean disk, String name, String image) {}
