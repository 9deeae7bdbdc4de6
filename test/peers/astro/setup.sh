#!/bin/sh
# Installs the browser of the tests.
cd "$(dirname "$0")" && . ../programs.sh
need "chromium:chromium fonts-noto-core"
