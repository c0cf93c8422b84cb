"""Log files of Inspect: what they say of an evaluation and of its samples."""

from __future__ import annotations

import json
import re
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from jointstats.kernels.messages import Extra
from jointstats.labelled import options
from jointstats.labelled.errors import MissingExtraError, ReadError
from jointstats.labelled.formats.format import Source
from jointstats.labelled.formats.opening import refuse_bomb

_LOG = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*"eval"\s*:')
_PACKED = re.compile(b"PK")
_ZSTANDARD = 93  # what a zip calls it; Python knows it from 3.14 on
_LOCAL_HEADER = 30  # bytes before the name of a member of a zip


def log_files(source: Source) -> list[Source]:
    """The files that are logs of Inspect."""
    return source.matching("*.eval", _PACKED) + source.matching("*.json", _LOG)


@dataclass(frozen=True)
class Sample:
    """A sample of an epoch: its scores as written, its costs, and why it failed if it did."""

    id: str
    epoch: int
    scores: dict[str, Any]
    costs: dict[str, float | None]
    error: str | None


@dataclass(frozen=True)
class Log:
    """An evaluation of a model on a task: how it ended, and a summary of each sample."""

    task: str
    model: str
    status: str
    reason: str
    summaries: list[dict[str, Any]]

    @classmethod
    def of(cls, source: Source) -> Log:
        """What a file says."""
        try:
            if source.name.endswith(".eval"):
                header, summaries = _unpacked(source)
            else:
                header = source.json()
                summaries = header.get("samples") or []
        except (KeyError, AttributeError, struct.error, json.JSONDecodeError):
            raise _broken(source.name) from None
        task, model = (options.label(header["eval"][name]) for name in ("task", "model"))
        status = options.label(header.get("status") or "started")
        why = (header.get("error") or {}).get("message") or f"status {status}"
        return cls(task, model, status, options.label(why), summaries)

    def samples(self) -> Iterator[Sample]:
        """Each sample of each epoch."""
        for row in self.summaries:
            error = row.get("error")
            reason = error.get("message") if isinstance(error, dict) else error
            scores = {name: part.get("value") for name, part in (row.get("scores") or {}).items()}
            usage = (row.get("model_usage") or {}).values()
            tokens = [float(part["total_tokens"]) for part in usage if part.get("total_tokens")]
            costs = {name: row.get(name) for name in ("total_time", "working_time")}
            costs["total_tokens"] = sum(tokens) if tokens else None
            failed = None if error is None else str(reason)
            yield Sample(
                options.label(row["id"]), int(row.get("epoch") or 1), scores, costs, failed
            )


def _broken(name: str) -> ReadError:
    return ReadError(f"{name} is a broken log of Inspect: evaluate again.")


def _unpacked(source: Source) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Header and summaries of an .eval file; of one that did not end, what was journalled."""
    with source.opened() as raw:
        try:
            return _of_archive(source, raw)
        except zipfile.BadZipFile:
            raise _broken(source.name) from None


def _of_archive(source: Source, raw: IO[bytes]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    with zipfile.ZipFile(raw) as file:
        refuse_bomb(file, source.name)

        def member(name: str) -> Any:
            source.refuse_large(file.getinfo(name).file_size)
            return _member(file, raw, name)

        there = set(file.namelist())
        ended = "header.json" in there
        header = member("header.json" if ended else "_journal/start.json")
        if "summaries.json" in there:
            return header, member("summaries.json")
        pieces = [name for name in there if name.startswith("_journal/summaries/")]
        pieces.sort(key=lambda name: int(Path(name).stem))
        return header, [row for name in pieces for row in member(name)]


def _member(file: zipfile.ZipFile, raw: IO[bytes], name: str) -> Any:
    """The JSON of a member, also if it is compressed with Zstandard."""
    about = file.getinfo(name)
    if about.compress_type != _ZSTANDARD:
        return json.loads(file.read(name))
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError(
            "Logs of Inspect in its .eval format need zstandard: ", Extra("inspect"), "."
        ) from None
    raw.seek(about.header_offset + _LOCAL_HEADER - 4)
    name_size, extra_size = struct.unpack("<HH", raw.read(4))
    raw.seek(name_size + extra_size, 1)
    packed = raw.read(about.compress_size)
    try:
        unpacked = zstandard.ZstdDecompressor().stream_reader(packed).read(about.file_size)
    except zstandard.ZstdError:
        raise _broken(file.filename or name) from None
    return json.loads(unpacked)
