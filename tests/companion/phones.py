"""Phones at a table, by Flask's test client."""

from __future__ import annotations

import itertools
import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.web.access import PHONE


class Phone:
    """One browser at one table."""

    numbers = itertools.count()

    def __init__(self, app: Flask, where: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.where = where
        self.seat = ""

    def open(self, game: str = "dragon-river") -> str:
        self.where = str(self.client.post("/tables", data={"game": game}).headers["Location"])
        return self.where

    def sit(self, name: str, colour: str) -> str:
        self.client.get(self.where)
        answer = self.send("join", name=name, colour=colour)
        self.seat = answer.headers["Location"].split("seat=")[1]
        return self.seat

    def send(self, kind: str, **data: Any) -> Any:
        form = {"id": f"act-{next(self.numbers):08}", "kind": kind, **data}
        return self.client.post(self.where, data=form)

    def act(self, kind: str, **data: Any) -> Any:
        """An act with this phone's seat."""
        return self.send(kind, **({"seat": self.seat} if self.seat else {}), **data)

    def ask(self, who: str) -> int:
        self.client.get(self.where)
        form = {"id": f"ask-{next(self.numbers):08}", "who": who}
        assert self.client.post(f"{self.where}/ask", data=form).status_code == 303
        return int(re.findall(r"This is phone (\d+)", self.page())[-1])

    def page(self, page: str = "", seat: str = "") -> str:
        address = f"{self.where}{'/' if page else ''}{page}{f'?seat={seat}' if seat else ''}"
        return self.client.get(address).get_data(as_text=True)

    def link(self, seat: str = "") -> str:
        page = self.client.get(f"{self.where}/hand-over?seat={seat or self.seat}")
        found = re.search(r'href="http://localhost([^"]*/continue/[^"]*)"', page.text)
        assert found, page.text
        return found[1]

    def use(self, link: str) -> Any:
        self.client.get(link)
        return self.client.post(link, data={"id": f"use-{next(self.numbers):08}"})

    @property
    def token(self) -> str:
        cookie = self.client.get_cookie(PHONE)
        assert cookie is not None
        return str(cookie.value)
