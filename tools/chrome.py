"""Find the browser that the tests drive, or install Debian's where that is allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "TABLETOP_KIT_CHROME"
NAMES = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome")
MAC_APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PACKAGES = ("chromium", "fonts-dejavu-core", "fonts-liberation", "fonts-noto-color-emoji")


def in_ci() -> bool:
    """Tell whether leaving tests out counts as a failure."""
    return os.environ.get("CI", "") not in ("", "0", "false")


def find_chrome() -> str | None:
    """Return the path of Chrome or Chromium, or None where there is none.

    The variable TABLETOP_KIT_CHROME comes first; the word "none" there means: do without.
    """
    asked = os.environ.get(VARIABLE)
    if asked:
        return asked if Path(asked).is_file() else shutil.which(asked)
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    home = str(Path.home())
    apps = [*MAC_APPS, *(home + path for path in MAC_APPS)]
    return next((path for path in apps if Path(path).is_file()), None)


def can_install() -> bool:
    """Tell whether Debian's packages may be installed: apt-get is there, and we are root."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return sys.platform.startswith("linux") and is_root and bool(shutil.which("apt-get"))


def apt_install(*packages: str) -> bool:
    """Install Debian packages; return whether that worked."""
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = ["apt-get", "install", "-y", "-qq", "-o", "Acquire::Retries=3"]
    install += ["--no-install-recommends", *packages]
    for command in (["apt-get", "update", "-qq"], install):
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL)
        if done.returncode:
            return False
    return True


def chrome_or_install() -> str | None:
    """Return the browser, installing Debian's where there is none and it is allowed."""
    found = find_chrome()
    if found or os.environ.get(VARIABLE) or not can_install():
        return found
    print("Installing Debian's chromium for the browser tests ...", flush=True)
    return find_chrome() if apt_install(*PACKAGES) else None
