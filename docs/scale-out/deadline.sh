#!/bin/sh
# deadline.sh N DIR ARGS... submits a job with a frame for each of N shards, and the merge,
# which waits for it. Folders are as the workers see them, and absolute.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
n=$1 dir=$2
shift 2
mkdir -p "$dir"
rm -f "$dir"/shard-*.json "$dir"/all.*
job=$(deadlinecommand -SubmitCommandLineJob -name meshcheck -frames "1-$n" -chunksize 1 \
  -startupdirectory "$PWD" -executable "$here/shard.sh" -arguments "<STARTFRAME> $n $dir $*" |
  sed -n 's/^JobID=//p')
deadlinecommand -SubmitCommandLineJob -name meshcheck-merge -frames 1 \
  -startupdirectory "$PWD" -executable "$here/merge.sh" -arguments "$dir" \
  -prop "JobDependencies=$job" -prop ResumeOnFailedDependencies=true
