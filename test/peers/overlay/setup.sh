#!/bin/sh
# Brings Debian's Chromium and what else the suite runs, where it is missing and can be installed. Without it tests skip themselves with a message.
if ! command -v chromium >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq >/dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium fonts-noto-core >/dev/null 2>&1
fi
# The hosts of static sites, and Firefox.
for program in nginx:nginx-light firefox-esr:firefox-esr python3:python3-minimal; do
  if ! command -v "${program%%:*}" >/dev/null && [ ! -x "/usr/sbin/${program%%:*}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -qq -y --no-install-recommends "${program##*:}" >/dev/null 2>&1
  fi
done
exit 0
