#!/bin/sh
# Installs Schemathesis, in a virtual environment beside this file.
cd "$(dirname "$0")" && . ../programs.sh
[ -x .venv/bin/schemathesis ] || python_packages schemathesis==4.32.5
