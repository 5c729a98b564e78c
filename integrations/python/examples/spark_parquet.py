"""Checks models on a Spark cluster, and writes one row for each file as Parquet.

    spark-submit spark_parquet.py paths.txt rows/

The list names a file in each line, by a path that all workers can open.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

import meshcheck

TYPES = {str: pa.string(), int: pa.int64()}
SCHEMA = pa.schema([(name, TYPES[kind]) for name, kind in meshcheck.COLUMNS.items()])


def check(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the rows of batches of paths. A task has one processor, so the program uses one."""
    for batch in batches:
        rows = meshcheck.rows(batch["value"].to_pylist(), threads=1, timeout="10m")
        yield pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def main() -> None:
    """Read the list and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list")
    parser.add_argument("rows")
    parser.add_argument("--batch", type=int, default=64, help="files in a run of the program")
    args = parser.parse_args()

    spark = SparkSession.builder.appName("meshcheck").getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", args.batch)
    paths = spark.read.text(args.list)
    # A partition is what is lost with a worker and done again; its rows count when all are there.
    partitions = max(1, -(-paths.count() // (4 * args.batch)))
    paths.repartition(partitions).mapInArrow(check, from_arrow_schema(SCHEMA)).write.parquet(
        args.rows
    )
    spark.stop()


if __name__ == "__main__":
    main()
