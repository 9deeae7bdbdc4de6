#!/bin/sh
# Installs what fuzz.test.mjs needs: Schemathesis, in a virtual environment beside this file.
set -eu
cd "$(dirname "$0")"
python3 -m venv .venv
.venv/bin/pip install --quiet --disable-pip-version-check schemathesis==4.32.5
