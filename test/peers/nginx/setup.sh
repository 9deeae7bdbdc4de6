#!/bin/sh
# Installs nginx from the distribution's packages, without starting it: the suite runs one of its own.
# Where it can't be had, the suite skips itself with a message.
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] && exit 0
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get install -y --no-install-recommends nginx-light >/dev/null ||
  { apt-get update >/dev/null && apt-get install -y --no-install-recommends nginx-light >/dev/null; }
exit 0
