#!/bin/sh
# For a release, brings the specification's own schemas of the five revisions, as data, into .schemas. MCP_SPECIFICATION
# names its git repository, a folder or an address.
cd "$(dirname "$0")" && . ../programs.sh
[ "${ASK_LONG:-}" = 1 ] || exit 0
[ -f .schemas/2026-07-28.json ] && exit 0
source=${MCP_SPECIFICATION:-https://github.com/modelcontextprotocol/modelcontextprotocol}
mkdir -p .schemas
repository=$source
if [ ! -d "$source" ]; then
  repository=.schemas/repository
  GIT_TERMINAL_PROMPT=0 timeout 60 git clone --quiet --bare --depth 1 "$source" "$repository" 2>/dev/null ||
    fail "$source can't be reached: MCP_SPECIFICATION names a copy of the repository"
fi
for revision in 2024-11-05 2025-03-26 2025-06-18 2025-11-25 2026-07-28; do
  git --git-dir="$repository" show "HEAD:schema/$revision/schema.json" >".schemas/$revision.json" || fail "$source has no schema of $revision"
done
rm -rf .schemas/repository
