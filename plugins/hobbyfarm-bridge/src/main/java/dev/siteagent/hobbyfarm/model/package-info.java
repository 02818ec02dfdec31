/** HobbyFarm's objects and the bridge's own, as they are stored: names, labels, fields, and views to read them by. */
package dev.siteagent.hobbyfarm.model;
