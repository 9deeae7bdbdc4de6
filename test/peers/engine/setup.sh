#!/bin/sh
# Unpacks OpenSearch from its Maven package into .engine/opensearch.
# Where that can't be done nothing is unpacked; the suite skips itself with a message.
cd "$(dirname "$0")" || exit 1

if [ ! -d .engine/opensearch ] && command -v java >/dev/null && command -v mvn >/dev/null; then
  mkdir -p .engine/unpacked &&
    mvn -q -B dependency:copy-dependencies -DoutputDirectory=.engine/packages &&
    (cd .engine/unpacked && { jar xf ../packages/opensearch-*.zip || unzip -q ../packages/opensearch-*.zip; }) &&
    chmod -R a+rX .engine && chmod a+x .engine/unpacked/opensearch-*/bin/* &&
    mv .engine/unpacked/opensearch-* .engine/opensearch
  rm -rf .engine/unpacked
fi
exit 0
