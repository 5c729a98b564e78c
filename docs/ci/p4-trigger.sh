#!/bin/bash
# p4-trigger.sh CHANGELIST SERVER PROJECT rejects a changelist with models below PROJECT that
# fail or cannot be checked, and counts those that it does not read. Perforce shows its output to
# the user who submits.
set -euo pipefail
exec 2>&1
change=$1 project=$3
export P4PORT=$2 P4USER=${P4USER:-triggers} LC_ALL=C
options=(--timeout 2m --memory 4GB)
models='gltf|glb|stl|obj|ply|off|3mf|fbx|usd|usda|usdc|usdz'
others="blend|dae|x3d|x3db|x3dv|wrl|vrml|step|stp|ma|mb|3dm|abc|max|3ds|c4d|hip|hiplc|\
hipnc|bgeo|lwo|lxo|ztl|zpr|skp|vrm|pmd|pmx|vox|iges|igs|amf|vtk|vtp|ifc|jt|x_t|x_b|sat|sab|sldprt|\
sldasm|ipt|iam|catpart|catproduct|f3d|fcstd"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/project"
cd "$work/project"

# ask ARGS... runs p4. Its exit status is often 0 even if it failed, and not always 0 if
# there are no such files, so standard error decides.
ask() {
  local status=0
  p4 "$@" </dev/null 2>"$work/said" || status=$?
  [ -s "$work/said" ] || return "$status"
  if grep -vE ' - no (such )?file\(s\)( at that (revision|changelist number))?\.$' "$work/said" >&2; then
    return 1
  fi
}

# submitted PATTERN EXPRESSION prints the names of depot files that match both.
submitted() {
  ask -F '%depotFile%' files -e "$1#head" | matching "$2"
}

# matching EXPRESSION prints the lines that match, in any letter case.
matching() {
  sed -nE "\\#$1#Ip"
}

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
    ask print -q -o "$name" "$file$1"
    [ -e "$name" ] || { echo "p4 has no $file$1"; exit 1; }
  done
}

opened=$(ask -F '%action% %depotFile%' files "$project/...@=$change" |
  matching "\.($models|$others|bin)$|/\.meshcheck[^/]*$")
gone='^(delete|move/delete|purge|archive) '
changed=$(sed -E "\\#$gone#d; s/^[^ ]+ //" <<<"$opened")
deleted=$(sed -nE "s#$gone##p" <<<"$opened")
unread=$(matching "\.($others)$" <<<"$changed")
changed=$(matching "\.($models|bin)$|/\.meshcheck[^/]*$" <<<"$changed")
checked=$(matching "\.($models)$" <<<"$changed")

# A buffer may belong to the .gltf files beside it or above it that contain its name, or a
# name with escapes, which may stand for any name.
printf '%%\n\\\n' >../names
folders=
while IFS= read -r file; do
  [ -n "$file" ] || continue
  basename -- "$(local_name "$file")" >>../names
  while [[ $file == "$project"/* ]]; do
    file=${file%/*}
    folders+=$file$'\n'
  done
done < <(matching '\.bin$' <<<"$changed"$'\n'"$deleted")
while IFS= read -r folder; do
  [ -n "$folder" ] || continue
  near=$(submitted "$folder/*" '\.gltf$')
  fetch '#head' <<<"$near"
  while IFS= read -r file; do
    [ -n "$file" ] || continue
    if grep -qiFf ../names -- "$(local_name "$file")"; then checked+=$'\n'$file; fi
  done <<<"$near"
done < <(sort -u <<<"$folders")
checked=$(comm -23 <(sort -u <<<"$checked") <(sort -u <<<$'\n'"$deleted"))
[ -n "$checked$unread" ] || exit 0

# Fetch what the models need from the depot, then from the changelist.
needed=$(submitted "$project/.meshcheck*" .)
while IFS= read -r folder; do
  [ -n "$folder" ] || continue
  needed+=$'\n'$(submitted "$folder/..." '\.bin$')
done < <(sed -nE 's#/[^/]*\.(glb|gltf)$##Ip' <<<"$checked" | sort -u)
# Layers of USD may be anywhere in the project.
if [ -n "$(matching '\.usd[acz]?$' <<<"$checked")" ]; then
  needed+=$'\n'$(submitted "$project/..." '\.usd[acz]?$')
fi
fetch '#head' < <(sort -u <<<"$needed")
fetch "@=$change" <<<"$changed"
while IFS= read -r file; do
  rm -f -- "$(local_name "$file")"
done < <(sed '/^$/d' <<<"$deleted")

while IFS= read -r file; do local_name "$file"; done <<<"$checked"$'\n'"$unread" >../models
meshcheck "${options[@]}" --models-only --usd-root . --files-from ../models || {
  echo "changelist $change is not submitted: meshcheck exit status $?"
  exit 1
}
