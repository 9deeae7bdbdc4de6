#!/bin/sh
# Unpacks OpenSearch from its Maven package into .engine/opensearch; for a release Elasticsearch 7.17 and OpenSearch 3 as well.
cd "$(dirname "$0")" && . ../programs.sh

# `unpack FOLDER GROUP NAME:VERSION`
unpack() {
  [ -d ".engine/$1" ] && return
  need java:default-jdk-headless mvn:maven
  rm -rf .engine/unpacked
  mkdir -p .engine/unpacked
  mvn -q -B dependency:copy -Dartifact="$2.distribution.integ-test-zip:$3:zip" -DoutputDirectory=.engine/packages || fail "Maven can't bring $3"
  (cd .engine/unpacked && jar xf ../packages/"$(echo "$3" | tr : -)".zip) || fail "$3 can't be unpacked"
  chmod -R a+rX .engine && chmod a+x .engine/unpacked/*/bin/* && mv .engine/unpacked/* ".engine/$1"
}

unpack opensearch org.opensearch opensearch:2.19.5
[ "${ASK_LONG:-}" = 1 ] || exit 0
unpack elasticsearch-7 org.elasticsearch elasticsearch:7.17.28
unpack opensearch-3 org.opensearch opensearch:3.4.0
[ -n "${ASK_JAVA_21:-}" ] || fail "OpenSearch 3 needs Java 21 or later: ASK_JAVA_21 names its folder"
