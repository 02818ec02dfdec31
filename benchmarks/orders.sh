#!/bin/sh
# Runs the benchmark of orders on the distribution that "mvn -B -DskipTests package" made.
set -eu
top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
agent=$top/distribution/target/site-agent
[ -d "$agent/lib" ] || { echo "run first: mvn -B -DskipTests package" >&2; exit 2; }
# The options of the launcher.
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    -Dsun.net.httpserver.nodelay=true \
    -cp "$top/benchmarks/target/classes:$agent/lib/*" \
    dev.siteagent.benchmarks.OrdersBenchmark "$agent/plugins"
