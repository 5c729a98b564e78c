#!/bin/bash
# kubernetes.sh runs the shards, then the merge, prints its output, and exits with its status.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# run FILE JOB starts a job, waits for its end, good or bad, and succeeds if it was good.
run() {
  local complete failed first=
  kubectl delete job "$2" --ignore-not-found --wait
  kubectl create -f "$here/$1"
  kubectl wait --for=condition=complete "job/$2" --timeout=4h &
  complete=$!
  kubectl wait --for=condition=failed "job/$2" --timeout=4h &
  failed=$!
  wait -n -p first || first=
  kill "$complete" "$failed" 2>/dev/null || true
  wait
  [ "$first" = "$complete" ]
}

run kubernetes-shards.yaml meshcheck || {
  echo "no report from indexes $(kubectl get job meshcheck -o 'jsonpath={.status.failedIndexes}'), whose shards have numbers one higher" >&2
  exit 3
}
run kubernetes-merge.yaml meshcheck-merge || true # its exit status follows
kubectl logs job/meshcheck-merge
exit "$(kubectl get pods -l job-name=meshcheck-merge \
  -o 'jsonpath={.items[0].status.containerStatuses[0].state.terminated.exitCode}')"
