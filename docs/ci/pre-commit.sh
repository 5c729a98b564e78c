#!/bin/bash
# pre-commit.sh checks the models of a commit as they are staged, in a folder of their own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

models() {
  git diff --cached --name-only --diff-filter=d -z -- \
    ':(icase)*.glb' ':(icase)*.gltf' ':(icase)*.stl' ':(icase)*.obj' ':(icase)*.ply' ':(icase)*.off' ':(icase)*.3mf'
}

{
  models
  git ls-files -z -- '.meshcheck*'
  git diff --cached --quiet -- ':(icase)*.glb' ':(icase)*.gltf' || git ls-files -z -- ':(icase)*.bin'
} | git checkout-index --prefix="$folder/" -z --stdin
models | (cd "$folder" && xargs -0 -r meshcheck --)
