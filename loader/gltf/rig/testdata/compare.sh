#!/usr/bin/env bash
# Compares the positions of many poses with those of the independent program beside the corpus, which
# MESHCHECK_CORPUS names (default: ../shared/corpus beside the tree). Needs python3 with venv.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
corpus=${MESHCHECK_CORPUS:-$(cd ../../../../../shared/corpus && pwd)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
export MESHCHECK_PYTHON=$work/venv/bin/python MESHCHECK_CORPUS=$corpus PYTHONDONTWRITEBYTECODE=1
cd ..
go test -count=1 -v -run '^TestOracle$' . "$@" | grep -v '^ *--- PASS\|^=== '
