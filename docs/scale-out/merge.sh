#!/bin/sh
# merge.sh DIR joins the reports of the shards in DIR, and ends as a single run would.
exec meshcheck merge "$1"/shard-*.json -o "$1/all.json" -o "$1/all.html"
