#!/bin/sh
# Starts the distribution that "mvn -B -DskipTests package" made, with ten offerings: how soon does it ask for orders, how
# much memory does it hold? Takes the number of runs, 5 without one.
set -eu
top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
agent=${SITE_AGENT_FOLDER:-$top/distribution/target/site-agent}
[ -d "$agent/lib" ] || { echo "run first: mvn -B -DskipTests package" >&2; exit 2; }
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$top/benchmarks/target/classes:$agent/lib/*" \
    dev.siteagent.benchmarks.StartupBenchmark "$agent" "${1:-5}"
