#!/bin/sh
# Installs the browser.
cd "$(dirname "$0")" && . ../programs.sh
need chromium-headless-shell:chromium-headless-shell
[ "${ASK_LONG:-}" != 1 ] || need chromium:chromium
