"""Parse the forms of table pages into acts."""

from __future__ import annotations

import hashlib
import re
import time
from typing import Final

from companion.language.messages import Refused
from companion.table.acts import act_type
from companion.table.acts.base import Form, first_value
from companion.table.model import Act, Table

ID: Final = re.compile(r"[A-Za-z0-9_.:-]{8,80}")
MAX_ID_LENGTH: Final = 400


def parse_act(form: Form, table: Table) -> Act:
    """Raise Refused for a form that none of our pages sends."""
    act_id = parse_id(first_value(form, "id"))
    kind = first_value(form, "kind")
    data = act_type(kind).from_form(form, table, round(time.time() * 1000))
    return Act(act_id, kind, first_value(form, "seat") or None, data)


def parse_id(text: str) -> str:
    """An id that fits the store. Pages build ids from names, which may be long or in any script:
    such ids are replaced by their digest."""
    if not 8 <= len(text) <= MAX_ID_LENGTH:
        raise Refused("an action needs its own id")
    return text if ID.fullmatch(text) else hashlib.sha256(text.encode()).hexdigest()
