#!/usr/bin/env bash
# Tests the recipes for Unreal and Unity with the program of this tree. It needs Go, Python 3 and Mono,
# which it installs on Debian, and leaves nothing behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if ! command -v mcs >/dev/null || ! [ -e /usr/lib/mono/4.5/System.Web.Extensions.dll ]; then
  sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
    mono-mcs mono-runtime libmono-system-web-extensions4.0-cil
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/meshcheck" ../cmd/meshcheck

echo "==> Unreal"
MESHCHECK="$work/meshcheck" PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -s unreal/tests

echo "==> Unity"
mcs -langversion:7 -warnaserror -out:"$work/tests.exe" -r:System.Web.Extensions unity/Editor/*.cs unity/tests/*.cs
fixtures=$(cd ../fixtures && pwd)
mkdir "$work/project"
(cd "$work/project" && LC_ALL=C.UTF-8 mono ../tests.exe "$work/meshcheck" "$fixtures")
