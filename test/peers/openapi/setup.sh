#!/bin/sh
# Installs what fuzz.test.mjs needs: Schemathesis, in a virtual environment beside this file.
# Where it can't be had, that test skips itself with a message.
cd "$(dirname "$0")" || exit 1
if [ ! -x .venv/bin/schemathesis ]; then
  python3 -m venv --clear .venv && .venv/bin/pip install --quiet --disable-pip-version-check schemathesis==4.32.5
fi
exit 0
