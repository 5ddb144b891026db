"""Read an archive (one Parquet or CSV file, or a folder of them) as tables of equal size."""

import csv
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from pipeline.tools.archive.layout import NoArchive
from schemas.messages import Message, listed, say
from schemas.words import natural

PARTITION = 65_536  # boards per file of scores; each file has one row group
BLOCK = 8 * 2**20  # bytes of a CSV file parsed at a time
BUFFER = 2**20  # bytes of a Parquet file read ahead per column
PARQUET, CSV = (".parquet", ".pq"), (".csv", ".csv.gz", ".tsv")


@dataclass(frozen=True)
class Source:
    """A file in an archive."""

    path: Path

    @property
    def typed(self) -> bool:
        """Whether every cell is text, as in a CSV file."""
        return self.path.name.lower().endswith(CSV)

    def schema(self) -> Any:
        """Return the columns and their types."""
        if not self.typed:
            with pq.ParquetFile(self.path) as file:
                return file.schema_arrow
        with closing(self._csv()) as reader:
            return reader.schema

    def batches(self, columns: Sequence[str]) -> Iterator[Any]:
        """Yield the rows in order, as tables with these columns."""
        if self.typed:
            with closing(self._csv(columns)) as reader:
                yield from (pa.Table.from_batches([batch]) for batch in reader)
            return
        with pq.ParquetFile(self.path, pre_buffer=False, buffer_size=BUFFER, page_checksum_verification=True) as file:
            for batch in file.iter_batches(PARTITION, columns=[*columns]):
                yield pa.Table.from_batches([batch]).select([*columns])

    def _csv(self, columns: Sequence[str] | None = None) -> Any:
        """Return a reader that keeps every cell as text.

        Thus `007` keeps its zeros, and a faulty cell can be reported.
        """
        names, delimiter = _head(self.path)
        _check_last_line(self.path)
        return pa.csv.open_csv(
            self.path,
            read_options=pa.csv.ReadOptions(block_size=BLOCK),
            parse_options=pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True, ignore_empty_lines=True),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()),
                include_columns=[*columns] if columns is not None else None,
                strings_can_be_null=True,
                null_values=[""],
                quoted_strings_can_be_null=True,
            ),
        )


def sources(path: Path) -> list[Source]:
    """Return the file at this path or, if the path is a folder, the files in the folder.

    The files in a folder are in natural order, with `part 9` before `part 10`. Raises NoArchive if there is no Parquet
    or CSV file, or if the folder mixes the two kinds.
    """
    if not path.exists():
        raise NoArchive(say("There is no file or folder called {file}.", file=str(path)))
    if path.is_file():
        if not path.name.lower().endswith((*PARQUET, *CSV)):
            text = Message("{file} is neither Parquet ({parquet}) nor CSV ({csv}).")
            raise NoArchive(text.of({"file": str(path), "parquet": listed(PARQUET), "csv": listed(CSV)}))
        return [Source(path)]
    visible = [file for file in path.iterdir() if file.is_file() and not file.name.startswith((".", "_"))]
    files = [Source(file) for file in visible if file.name.lower().endswith((*PARQUET, *CSV))]
    if not files or len({source.typed for source in files}) > 1:
        text = Message("{folder} must contain only one kind of file, Parquet or CSV.")
        raise NoArchive(text.of({"folder": str(path)}))
    return sorted(files, key=lambda source: (natural(source.path.name), source.path.name))


def _head(path: Path) -> tuple[list[str], str]:
    """Return the column names of a CSV file and its delimiter.

    The delimiter is the comma, semicolon or tab, whichever occurs most often in the first line.
    """
    with pa.input_stream(str(path), compression="detect") as stream:
        line = stream.read(2**20).split(b"\n", 1)[0].decode("utf-8-sig").rstrip("\r")
    delimiter = max(",;\t", key=line.count)
    return next(csv.reader([line], delimiter=delimiter), []), delimiter


def _check_last_line(path: Path) -> None:
    """Raise NoArchive if the last line has no line break, since the file may have been cut short.

    Files compressed with gzip are not checked.
    """
    if path.suffix == ".gz" or not path.stat().st_size:
        return
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        if file.read(1) not in b"\r\n":
            text = Message(
                "The last line of {file} does not end with a line break, so the file may have been cut short. Save it again."
            )
            raise NoArchive(text.of({"file": str(path)}))


def tables(files: Sequence[Source], columns: Sequence[str]) -> Iterator[Any]:
    """Yield tables of PARTITION rows, regardless of how the rows are split into files.

    At least one table is yielded. The last table may be shorter.
    """
    batches: list[Any] = []
    count, some = 0, False
    first = files[0].schema()
    schema = pa.schema([first.field(name) for name in columns])
    for source in files:
        for batch in source.batches(columns):
            batches.append(_like(batch, schema, source))
            count += batch.num_rows
            while count >= PARTITION:
                whole = pa.concat_tables(batches)
                yield whole.slice(0, PARTITION).combine_chunks()
                count -= PARTITION
                batches = [whole.slice(PARTITION)] if count else []
                some = True
    if count or not some:
        yield pa.concat_tables([schema.empty_table(), *batches]).combine_chunks()


def _like(table: Any, schema: Any, source: Source) -> Any:
    """Return the table with its columns cast to the types of the first file.

    Raises NoArchive if a conversion would lose information.
    """
    if table.schema.equals(schema):
        return table.replace_schema_metadata(None)
    try:
        return table.cast(schema.remove_metadata())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, ValueError) as fault:
        text = Message("The columns of {file} differ from those of the first file: {fault}.")
        raise NoArchive(text.of({"file": str(source.path), "fault": str(fault)})) from fault
