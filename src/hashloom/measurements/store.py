"""The store: result documents and failed points in one SQLite file.

Every entry is a transaction of its own, so that a run that is killed leaves all that it finished,
and several runs may write to one store at a time. Nothing stays open between two calls.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

from hashloom.errors import HashloomError, RequestError, ToolError
from hashloom.measurements.share import with_share
from hashloom.request.point import ANNEALING, Point, is_annealed, point_of

ENVIRONMENT = "HASHLOOM_STORE"
_FILE = "store.sqlite"
_FORMAT = 1  # of the tables; counts up when their meaning changes
_BUSY_SECONDS = 60.0
_HEAD = b"SQLite format 3\0"
# What SQLite says of a file that is none of its own, or in a place where none can be.
_UNFIT = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
_TABLES = """
CREATE TABLE IF NOT EXISTS documents (
    identity TEXT PRIMARY KEY,  -- see identity_of
    request TEXT NOT NULL,      -- what follows "hashloom build", --placement annealed included
    hash TEXT NOT NULL,         -- as in the request: "hmac-sha256"
    level TEXT NOT NULL,
    target TEXT NOT NULL,
    basis TEXT NOT NULL,        -- see Store.put
    stored TEXT NOT NULL,       -- when, UTC
    document TEXT NOT NULL      -- JSON
);
CREATE TABLE IF NOT EXISTS failures (
    request TEXT PRIMARY KEY,
    basis TEXT NOT NULL,
    kind TEXT NOT NULL,         -- "request", "tool" or "check"
    reason TEXT NOT NULL,
    stored TEXT NOT NULL,
    point TEXT NOT NULL         -- JSON
);
"""


def default_store() -> Path:
    """The file named by HASHLOOM_STORE, or one in the platform's folder for a user's data."""
    named = os.environ.get(ENVIRONMENT)
    folder = Path(platformdirs.user_data_dir("hashloom", appauthor=False))
    return Path(named) if named else folder / _FILE


def identity_of(document: Mapping[str, Any]) -> str:
    """What two documents of one measurement share: request (with target and level), seeds, tools.

    A later document of the same identity takes the place of an earlier one.
    """
    seeds = [int(seed) for seed in document["fmax_mhz"]["seeds"]]
    tools = document["tools"]
    parts = {"request": point_of(document).options, "target": document["target"]}
    parts |= {"level": document["level"], "seeds": sorted(seeds), "tools": tools}
    return json.dumps(parts, sort_keys=True)


@dataclass(frozen=True)
class Failure:
    """A point that gave no document.

    Attributes:
        point: what was asked for.
        kind: "request" (it does not fit, and never will), "tool" or "check".
        reason: one sentence.
        basis: as in `Store.put`.
    """

    point: Point
    kind: str
    reason: str
    basis: str = ""

    @staticmethod
    def of(point: Point, error: HashloomError, basis: str = "") -> Failure:
        """The failure that `error` is."""
        kind = "request" if isinstance(error, RequestError) else "check"
        kind = "tool" if isinstance(error, ToolError) else kind
        return Failure(point, kind, str(error), basis)

    def as_dict(self) -> dict[str, Any]:
        """The failure as JSON shows it."""
        return {"request": self.point.as_dict(), "kind": self.kind, "reason": self.reason}


class Store:
    """Documents and failures in the file `path`, which is made when it is first written.

    Every method raises ToolError, one sentence, when the file cannot be read or written, and
    RequestError when it is no store, cannot be made where it is named, or is a newer hashloom's.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = (path or default_store()).absolute()

    def require_writable(self) -> None:
        """Makes the file, empty, when it is not there: what cannot be kept need not be measured."""
        with self._writing():
            pass

    def put(self, document: Mapping[str, Any], basis: str = "") -> None:
        """Keeps a result document; the failure of its point, if there is one, goes.

        `basis` says in one word what the measurement rests on beside request, seeds and tools (the
        hashloom that wrote the RTL), which `documents_with_basis` tells.
        """
        point = point_of(document)
        row = (
            identity_of(document),
            _words(point) + (ANNEALING if is_annealed(document) else ""),
            point.hash_name,
            document["level"],
            point.target,
            basis,
            _now(),
            json.dumps(document, ensure_ascii=False),
        )
        with self._writing() as database:
            # removed first, so that the row is the newest one
            database.execute("DELETE FROM documents WHERE identity = ?", row[:1])
            database.execute(f"INSERT INTO documents VALUES ({_marks(row)})", row)
            database.execute("DELETE FROM failures WHERE request = ?", (_words(point),))

    def put_failure(self, failure: Failure) -> None:
        """Keeps a failed point with its reason, in place of an earlier failure of it."""
        point = failure.point
        row = (
            _words(point),
            failure.basis,
            failure.kind,
            failure.reason,
            _now(),
            json.dumps(point.as_dict()),
        )
        with self._writing() as database:
            database.execute(f"INSERT OR REPLACE INTO failures VALUES ({_marks(row)})", row)

    def documents(
        self,
        *,
        hash_name: str | None = None,
        level: str | None = None,
        target: str | None = None,
    ) -> list[dict[str, Any]]:
        """Documents, oldest first, one for each identity; those of a hash, level or target only.

        `hash_name` is as in requests: "hmac-sha256" for its HMAC cores.
        """
        return [document for document, _ in self._rows(hash_name, level, target)]

    def documents_with_basis(self) -> list[tuple[dict[str, Any], str]]:
        """Every document with its basis, oldest first."""
        return self._rows(None, None, None)

    def failures(self) -> list[Failure]:
        """Failed points that have given no document since."""
        asked = "SELECT point, kind, reason, basis FROM failures ORDER BY rowid"
        return [
            Failure(Point.from_dict(json.loads(point)), kind, reason, basis)
            for point, kind, reason, basis in self._select(asked, ())
        ]

    def _rows(
        self, hash_name: str | None, level: str | None, target: str | None
    ) -> list[tuple[dict[str, Any], str]]:
        asked = {"hash": hash_name, "level": level, "target": target}
        given = {column: value for column, value in asked.items() if value is not None}
        condition = " AND ".join(["TRUE", *(f"{column} = ?" for column in given)])
        rows = self._select(
            f"SELECT document, basis FROM documents WHERE {condition} ORDER BY rowid",
            tuple(given.values()),
        )
        return [(with_share(json.loads(text)), basis) for text, basis in rows]

    def _select(self, query: str, values: tuple[str, ...]) -> list[tuple[str, ...]]:
        if not self.path.exists():
            return []
        with self._open() as database:
            return database.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is on the disk when it ends, or not there at all."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unfit(error.strerror or str(error)) from error
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._check_head()
        try:
            connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)
            with closing(connection) as database:
                _prepare(database, self.path)
                yield database
        except sqlite3.Error as error:
            fit = getattr(error, "sqlite_errorcode", 0) & 0xFF not in _UNFIT
            raise (self._refused if fit else self._unfit)(str(error)) from error

    def _check_head(self) -> None:
        """Raises RequestError for a file that is no SQLite file: SQLite itself overwrites short
        ones."""
        try:
            with self.path.open("rb") as file:
                head = file.read(len(_HEAD))
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._unfit(error.strerror or str(error)) from error
        if head not in (b"", _HEAD):
            raise self._unfit("file is not a database")

    def _refused(self, why: str) -> HashloomError:
        return ToolError(self._sentence(why))

    def _unfit(self, why: str) -> HashloomError:
        return RequestError(self._sentence(why))

    def _sentence(self, why: str) -> str:
        return (
            f"The store {self.path} cannot be used ({why.rstrip('.')}); name another file by "
            f"--store or in the environment variable {ENVIRONMENT}."
        )


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    """Makes the tables of a new file; refuses those of a newer hashloom."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > _FORMAT:
        raise RequestError(
            f"The store {path} was written by a newer hashloom; accepted here are stores of "
            f"format {_FORMAT}."
        )
    database.execute("PRAGMA synchronous = FULL")
    if version < _FORMAT:
        database.executescript(
            f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {_FORMAT}; COMMIT;"
        )


def _words(point: Point) -> str:
    return " ".join(point.options)


def _marks(row: tuple[str, ...]) -> str:
    return ", ".join("?" * len(row))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
