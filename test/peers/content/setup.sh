#!/bin/sh
# Brings the generators that npm does not have: Hugo from Debian, MkDocs from PyPI.
# What can't be installed is left out; the suite skips it with a message.
cd "$(dirname "$0")" || exit 1

missing=''
command -v hugo >/dev/null || missing="$missing hugo"
[ -x .venv/bin/mkdocs ] || python3 -c 'import ensurepip' 2>/dev/null || missing="$missing python3-venv"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # shellcheck disable=SC2086
  apt-get update -qq >/dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >/dev/null 2>&1
fi

if [ ! -x .venv/bin/mkdocs ]; then
  python3 -m venv --clear .venv && .venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
fi
exit 0
