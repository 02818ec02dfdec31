/** One reconciler a kind, the listing that keeps machines up to date, and the sweep that leaves nothing behind. */
package dev.siteagent.hobbyfarm.reconcile;
