#!/bin/sh
# Unpacks OpenSearch from its Maven package into .engine/opensearch.
cd "$(dirname "$0")" && . ../programs.sh
[ -d .engine/opensearch ] && exit 0
need java:default-jdk-headless mvn:maven
rm -rf .engine/unpacked
mkdir -p .engine/unpacked
mvn -q -B dependency:copy-dependencies -DoutputDirectory=.engine/packages || fail "Maven can't bring OpenSearch's package"
(cd .engine/unpacked && jar xf ../packages/opensearch-*.zip) || fail "OpenSearch's package can't be unpacked"
chmod -R a+rX .engine && chmod a+x .engine/unpacked/opensearch-*/bin/* && mv .engine/unpacked/opensearch-* .engine/opensearch
