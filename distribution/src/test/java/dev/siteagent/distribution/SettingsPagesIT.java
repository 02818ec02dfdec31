package dev.siteagent.distribution;

