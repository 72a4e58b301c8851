"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("host", String(64), nullable=False),
    Column("start", Text, nullable=False),
    Column("opened", Float, nullable=False),
    Column("host_seen", Float, nullable=False, server_default="0"),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("next", String(16), nullable=False, server_default=""),
)
events = Table(
    "events",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", String(80), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("seat", String(40)),
    Column("data", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),
    UniqueConstraint("code", "id"),
)
phones = Table(
    "phones",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("token", String(64), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("seen", Float, nullable=False, server_default="0"),
)
seat_requests = Table(
    "seat_requests",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False),
)
replaced_tokens = Table(
    "replaced_tokens",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("at", Float, nullable=False),
)
keys = Table(
    "keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
seasons = Table(
    "seasons",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("season", Text, nullable=False),
    Column("made", Float, nullable=False),
)
replays = Table(
    "replays",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("saved", Float, nullable=False),
)
