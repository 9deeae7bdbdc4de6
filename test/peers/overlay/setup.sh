#!/bin/sh
# Installs the browsers, and the hosts of static sites.
cd "$(dirname "$0")" && . ../programs.sh
need "chromium-headless-shell:chromium-headless-shell fonts-noto-core" firefox-esr:firefox-esr python3:python3-minimal nginx:nginx-light
[ "${ASK_LONG:-}" = 1 ] || exit 0
need chromium:chromium
