package dev.siteagent.digitalocean.api;

import com.google.gson.JsonObject;

/**
 * An answer that says the request succeeded.
 *
 * @param status HTTP status, 200 to 299
 * @param body the JSON object in it; empty for an answer without a body (204)
 */
record Answer(int status, JsonObject body) {}
