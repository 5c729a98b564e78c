#!/bin/sh
# slurm.sh N DIR ARGS... checks in N shards as a job array, joins the reports in DIR, and
# ends as the merge does. To repeat shards: the first sbatch with --array=3,7, then the second.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
n=$1 dir=$2
shift 2
mkdir -p "$dir"
rm -f "$dir"/shard-*.json "$dir"/all.*
array=$(sbatch --parsable --array="1-$n" --output="$dir/shard-%a.log" \
  "$here/slurm-shard.sbatch" "$here" "$n" "$dir" "$@")
status=0
sbatch --wait --dependency="afterany:${array%%;*}" --output="$dir/merge.log" \
  "$here/slurm-merge.sbatch" "$here" "$dir" || status=$?
cat "$dir/merge.log"
exit "$status"
