"""Small helpers for the server tests."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from pathlib import Path

import psutil

KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}


def write_notebook(path: Path, *sources: str, title: str = "Trial") -> Path:
    """Write a notebook of code cells, without the notebook library."""
    cells = [
        {
            "cell_type": "code",
            "id": f"cell{number}",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": source,
        }
        for number, source in enumerate(sources)
    ]
    metadata = {"kernelspec": KERNELSPEC, "title": title}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def free_port() -> int:
    """Return a port that nobody uses, for servers that start side by side."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def fetch(url: str, seconds: float = 60) -> tuple[int, str]:
    """Return the status and the text of a page, whatever the status."""
    try:
        with urllib.request.urlopen(url, timeout=seconds) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def family(pid: int) -> list[psutil.Process]:
    """Return a process and all its descendants."""
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def survivors(processes: list[psutil.Process], seconds: float = 10) -> list[psutil.Process]:
    """Return those that are still running after a moment."""
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return [one for one in alive if one.status() != psutil.STATUS_ZOMBIE]
