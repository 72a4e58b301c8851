"""Send a save to a running Tabletop Simulator, whose editor interface listens on this machine.

Pieces that are already on the table keep their places, in whatever deck, bag or hand they are: they
get the new pictures and texts. Pieces of an earlier version that are gone leave the table.
"""

from __future__ import annotations

import json
import socket
from typing import Final

from printgen.errors import CallError

HOST: Final = "127.0.0.1"
PORT: Final = 39999
EXECUTE_LUA: Final = 3
SECONDS: Final = 5.0
NEW_PARTS: Final = (
    "CardID",
    "CustomDeck",
    "CustomImage",
    "CustomMesh",
    "RotationValues",
    "Nickname",
    "Description",
)
"""What a piece on the table takes from the new version."""

SCRIPT: Final = """
local save = JSON.decode(%(save)s)
local prefix = %(prefix)s
local parts = %(parts)s

local function is_ours(data)
  return string.sub(data.GMNotes or '', 1, #prefix) == prefix
end

local fresh = {}
local function remember(object)
  if is_ours(object) then fresh[object.GMNotes] = object end
  for _, inner in ipairs(object.ContainedObjects or {}) do remember(inner) end
end
for _, object in ipairs(save.ObjectStates) do remember(object) end

local seen = {}
local update

-- The contents of a deck or bag that are still part of the game; a deck of one is that card.
local function update_contents(data)
  local kept, ids, decks = {}, {}, {}
  for _, inner in ipairs(data.ContainedObjects) do
    local new = update(inner)
    if new then
      table.insert(kept, new)
      if new.CardID then table.insert(ids, new.CardID) end
      for key, deck in pairs(new.CustomDeck or {}) do decks[key] = deck end
    end
  end
  if data.DeckIDs and #kept == 0 then return nil end
  if data.DeckIDs and #kept == 1 then
    kept[1].Transform = data.Transform
    return kept[1]
  end
  data.ContainedObjects = kept
  if data.DeckIDs then data.DeckIDs, data.CustomDeck = ids, decks end
  return data
end

-- The object with its new pictures and texts; nil if the game no longer has it.
update = function(data)
  local new = fresh[data.GMNotes]
  if is_ours(data) then
    seen[data.GMNotes] = true
    if not new then return nil end
    for _, part in ipairs(parts) do
      if new[part] ~= nil then data[part] = new[part] end
    end
  end
  if data.ContainedObjects then return update_contents(data) end
  return data
end

local function has_ours(data)
  if is_ours(data) then return true end
  for _, inner in ipairs(data.ContainedObjects or {}) do
    if has_ours(inner) then return true end
  end
  return false
end

for _, object in ipairs(getObjects()) do
  local data = object.getData()
  if has_ours(data) then
    local new = update(data)
    object.destruct()
    if new then spawnObjectData({data = new}) end
  end
end

-- What was not on the table yet; of a deck or bag, only what is in none.
local function spawn_missing(object)
  if seen[object.GMNotes] or not object.ContainedObjects then
    if not seen[object.GMNotes] then spawnObjectData({data = object}) end
    for _, inner in ipairs(object.ContainedObjects or {}) do
      if not seen[inner.GMNotes] then spawnObjectData({data = inner}) end
    end
    return
  end
  local missing = {}
  for _, inner in ipairs(object.ContainedObjects) do
    if not seen[inner.GMNotes] then table.insert(missing, inner) end
  end
  if #missing == #object.ContainedObjects then
    spawnObjectData({data = object})
  else
    for _, inner in ipairs(missing) do spawnObjectData({data = inner}) end
  end
end
local has_hands = #Hands.getHands() > 0
for _, object in ipairs(save.ObjectStates) do
  if is_ours(object) or not has_hands then spawn_missing(object) end
end
Global.setSnapPoints(%(snaps)s)
"""


def push(save: bytes, host: str = HOST, port: int = PORT) -> None:
    """Send a save; raise CallError if the game is not running."""
    message = {"messageID": EXECUTE_LUA, "guid": "-1", "script": push_script(save)}
    try:
        with socket.create_connection((host, port), timeout=SECONDS) as connection:
            connection.sendall(json.dumps(message).encode())
            connection.shutdown(socket.SHUT_WR)
    except OSError as fault:
        raise CallError(
            f"Tabletop Simulator does not answer on {host}:{port}"
            f" ({(fault.strerror or str(fault)).lower()}): start it, open a table, and try again"
        ) from fault


def push_script(save: bytes) -> str:
    """Return the Lua that puts a save on the table."""
    data = json.loads(save)
    named = [one["GMNotes"] for one in data["ObjectStates"] if one["GMNotes"]]
    prefix = named[0].partition("/")[0] + "/" if named else "/"
    return SCRIPT % {
        "save": lua_string(json.dumps(data, ensure_ascii=False)),
        "prefix": lua_string(prefix),
        "parts": "{" + ", ".join(map(lua_string, NEW_PARTS)) + "}",
        "snaps": "{" + ", ".join(map(_snap_point, data["SnapPoints"])) + "}",
    }


def _snap_point(point: dict[str, dict[str, float]]) -> str:
    """Return a snap point as Lua writes it."""
    place = point["Position"]
    text = f"{{position = {{{place['x']}, {place['y']}, {place['z']}}}"
    if "Rotation" in point:
        text += f", rotation = {{0, {point['Rotation']['y']}, 0}}, rotation_snap = true"
    return text + "}"


def lua_string(text: str) -> str:
    """Return a text between long brackets, of a level that it does not contain."""
    level = ""
    while f"]{level}]" in text or text.endswith(f"]{level}"):
        level += "="
    return f"[{level}[\n{text}]{level}]"
