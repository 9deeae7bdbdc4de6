#!/bin/sh
# Brings Debian's Chromium, where it is missing and can be installed. Without it the tests in a browser skip themselves with a message.
if ! command -v chromium >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq >/dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium fonts-noto-core >/dev/null 2>&1
fi
exit 0
