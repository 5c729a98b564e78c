#!/bin/sh
# shard.sh I N DIR ARGS... checks shard I of N and leaves DIR/shard-I.json.
#
# It succeeds when that report is whole, whatever was found: the verdict is for the merge.
# What else may happen (killed, wrong usage, a full disk) fails, for the scheduler to see.
set -u
shard=$1/$2 report=$3/shard-$1.json
shift 3
rm -f "$report"
meshcheck --quiet --shard "$shard" --output "$report" "$@"
status=$?
case $status in
0 | 1) exit 0 ;;
3) [ -f "$report" ] ;; # some file could not be checked, and the report says which
*) exit "$status" ;;
esac
