#!/bin/sh
# Installs the browser of the tests.
cd "$(dirname "$0")" && . ../programs.sh
need "chromium-headless-shell:chromium-headless-shell fonts-noto-core"
[ "${ASK_LONG:-}" != 1 ] || need chromium:chromium
