#!/bin/sh
# Installs the generators that npm does not have, MkDocs from PyPI and Hugo from Debian, and the browser of the tests.
cd "$(dirname "$0")" && . ../programs.sh
need "chromium-headless-shell:chromium-headless-shell fonts-noto-core"
[ "${ASK_LONG:-}" != 1 ] || need hugo:hugo
[ -x .venv/bin/mkdocs ] || python_packages -r requirements.txt
[ "${ASK_LONG:-}" != 1 ] || need chromium:chromium
