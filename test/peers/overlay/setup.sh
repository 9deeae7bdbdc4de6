#!/bin/sh
# Brings Debian's Chromium and Firefox, where one is missing and can be installed. Without it its half of the suite skips itself with a message.
if ! { command -v chromium && command -v firefox-esr; } >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq >/dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium firefox-esr fonts-noto-core >/dev/null 2>&1
fi
exit 0
