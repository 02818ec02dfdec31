/** Work to do: a queue by object, its threads, back-off, and the time that all of it goes by. */
package dev.siteagent.hobbyfarm.work;
