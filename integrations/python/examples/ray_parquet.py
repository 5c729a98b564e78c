"""Checks models on a Ray cluster, and writes one row for each file as Parquet.

    python ray_parquet.py paths.txt rows/

The list names a file in each line, by a path that all workers can open.
"""

from __future__ import annotations

import argparse

import pyarrow as pa
import ray

import meshcheck

TYPES = {str: pa.string(), int: pa.int64()}
SCHEMA = pa.schema([(name, TYPES[kind]) for name, kind in meshcheck.COLUMNS.items()])


def check(batch: pa.Table) -> pa.Table:
    """Return the rows of a batch of paths. A task has one processor, so the program uses one."""
    rows = meshcheck.rows(batch["text"].to_pylist(), threads=1, timeout="10m")
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def main() -> None:
    """Read the list and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list")
    parser.add_argument("rows")
    parser.add_argument("--batch", type=int, default=64, help="files in a run of the program")
    args = parser.parse_args()

    paths = ray.data.read_text(args.list)
    batches = paths.repartition(target_num_rows_per_block=args.batch)
    found = batches.map_batches(check, batch_format="pyarrow", batch_size=None)
    # A task whose worker is lost runs again, and writes a file of the same name.
    found.write_parquet(args.rows)


if __name__ == "__main__":
    main()
