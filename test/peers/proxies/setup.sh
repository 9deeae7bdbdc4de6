#!/bin/sh
# Installs nginx and Caddy from the distribution's packages, without starting them: the suite runs its own.
# What can't be had is left out; the suite skips it with a message.
missing=''
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing='nginx-light'
command -v caddy >/dev/null || missing="$missing caddy"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
  # shellcheck disable=SC2086
  apt-get install -y --no-install-recommends $missing >/dev/null ||
    { apt-get update >/dev/null && apt-get install -y --no-install-recommends $missing >/dev/null; }
fi
exit 0
