#!/bin/sh
# parallel.sh NODES N DIR ARGS... checks in N shards on the machines that the file NODES
# names, a line each (":" is this one), and joins the reports in DIR.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
nodes=$1 n=$2 dir=$3
shift 3
mkdir -p "$dir"
rm -f "$dir"/shard-*.json "$dir"/all.*
seq "$n" | parallel --quote --sshloginfile "$nodes" --jobs 1 --retries 2 --workdir "$PWD" \
  "$here/shard.sh" {} "$n" "$dir" "$@" || true # the merge names what is missing
exec "$here/merge.sh" "$dir"
