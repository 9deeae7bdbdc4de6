# Debian's packages for a suite, sourced by its setup.sh: `need hugo:hugo nginx:nginx-light` installs the package
# (after the colon) of each program (before it) that is missing, and ends the setup with one line where it can't.

need() {
  missing=''
  for pair in "$@"; do
    command -v "${pair%%:*}" >/dev/null || [ -x "/usr/sbin/${pair%%:*}" ] || missing="$missing ${pair#*:}"
  done
  [ -n "$missing" ] || return 0
  export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
  # shellcheck disable=SC2086
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get install -qq -y --no-install-recommends $missing >/dev/null 2>&1 ||
      { apt-get update -qq >/dev/null 2>&1 && apt-get install -qq -y --no-install-recommends $missing >/dev/null 2>&1; } ||
      fail "apt-get can't install$missing: install them by hand"
  else
    fail "not installed:$missing (apt-get install$missing, as root)"
  fi
}

# A folder of Python packages beside the setup: `python_packages schemathesis==4.32.5`, or `python_packages -r FILE`.
python_packages() {
  python3 -c 'import ensurepip' 2>/dev/null || need python3-ensurepip:python3-venv
  python3 -m venv --clear .venv && .venv/bin/pip install --quiet --disable-pip-version-check "$@" ||
    fail "pip can't install $*"
}

fail() {
  echo "setup: $1"
  exit 1
}
