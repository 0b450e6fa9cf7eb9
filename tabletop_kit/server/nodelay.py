"""A kernel connection that sends every message at once.

Tornado leaves the socket's send delay on, and the answer to one click is several small frames.
The second frame then waits about 40 ms for the browser's receipt of the first. A game is played in
clicks, so the delay is switched off for each connection.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class NoDelayConnection(ZMQChannelsWebsocketConnection):
    """The server's own kernel connection, without the send delay."""

    async def connect(self) -> Any:
        """Switch the send delay off, then connect as usual."""
        handler = self.websocket_handler
        if getattr(handler, "ws_connection", None):
            handler.set_nodelay(True)
        return await super().connect()
