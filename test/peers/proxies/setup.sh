#!/bin/sh
# Installs nginx and Caddy without starting them: the suite runs its own.
cd "$(dirname "$0")" && . ../programs.sh
need nginx:nginx-light caddy:caddy
