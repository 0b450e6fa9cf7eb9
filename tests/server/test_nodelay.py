"""The connection asks for no delay before it connects."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from tabletop_kit.server.nodelay import NoDelayConnection


@pytest.mark.parametrize("connected", [True, False])
def test_no_delay_is_asked_for(connected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []

    async def connect(self: object) -> str:
        told.append("connect")
        return "as usual"

    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", connect)
    handler = SimpleNamespace(ws_connection=connected or None, set_nodelay=told.append)
    monkeypatch.setattr(NoDelayConnection, "__init__", lambda self: None)
    connection = NoDelayConnection()
    monkeypatch.setattr(NoDelayConnection, "websocket_handler", handler)
    assert asyncio.run(connection.connect()) == "as usual"
    assert told == ([True, "connect"] if connected else ["connect"])
