#!/bin/bash
# p4-trigger.sh CHANGELIST SERVER PROJECT rejects a changelist with models below PROJECT that
# fail or cannot be checked. What it prints is shown to whoever submits.
set -euo pipefail
exec 2>&1
change=$1 project=$3
export P4PORT=$2 P4USER=${P4USER:-triggers}
options=(--timeout 2m --memory 4GB)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/project"
cd "$work/project"

# local_name DEPOT_FILE prints the file's name here; the depot writes @ as %40 and so on.
local_name() {
  sed -e 's/%40/@/g; s/%23/#/g; s/%2A/*/g; s/%25/%/g' <<<"${1#"$project"/}"
}

# fetch REVISION brings the depot files that it reads from standard input.
fetch() {
  local file name
  while IFS= read -r file; do
    [ -n "$file" ] || continue
    name=$(local_name "$file")
    mkdir -p -- "$(dirname -- "$name")"
    rm -f -- "$name"
    p4 print -q -o "$name" "$file$1" </dev/null
  done
}

# files ARGS... prints the names of depot files, if there are some.
files() {
  p4 -F '%depotFile%' files -e "$@" 2>/dev/null || true
}

opened=$(p4 -F '%action% %depotFile%' files "$project/...@=$change")
changed=$(sed -nE '/^(delete|move\/delete|purge|archive) /d
  s/^[^ ]+ (.*(\.(glb|gltf|stl|bin)|\/\.meshcheck[^/]*))$/\1/Ip' <<<"$opened")
models=$(sed '/\.bin$/Id; /\/\.meshcheck[^/]*$/Id' <<<"$changed")

# A glTF file needs its buffers, and a new buffer is the concern of the glTF files beside it.
# What is in the depot comes first, and what the changelist has takes its place.
while IFS= read -r folder; do
  [ -n "$folder" ] || continue
  fetch '#head' < <(files "$folder....bin#head")
  if grep -qxF "$folder" < <(sed -nE 's/[^/]*\.bin$//Ip' <<<"$changed"); then
    beside=$(files "$folder*.gltf#head")
    fetch '#head' <<<"$beside"
    models+=$'\n'$beside
  fi
done < <(sed -nE 's/[^/]*\.(gltf|bin)$//Ip' <<<"$changed" | sort -u)
fetch '#head' < <(files "$project/.meshcheck*#head")
fetch "@=$change" <<<"$changed"

models=$(sed '/^$/d' <<<"$models")
[ -n "$models" ] || exit 0
while IFS= read -r file; do local_name "$file"; done <<<"$models" >../models
meshcheck "${options[@]}" --files-from ../models || {
  echo "changelist $change is not submitted: meshcheck exit status $?"
  exit 1
}
