"""A real Chromium without a window, driven by selenium; nothing is downloaded."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
_READY = "return ready && Boolean(byId('aggregate').data)"
# Sets a field of the filters and waits until table and plots show it; milliseconds.
_TIMED = """
const [id, value, done] = arguments, field = byId(id), begin = performance.now();
byId("aggregate").once("plotly_afterplot", () =>
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin))));
if (field.type === "checkbox") field.checked = value; else field.value = value;
field.dispatchEvent(new Event("input", { bubbles: true }));
"""


def programs() -> tuple[str, str]:
    """Chromium and its driver; skips the test where one of them is not installed."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    if not found or not driver:
        pytest.skip(
            "needs Chromium and its driver, which pip does not have: Debian's packages chromium "
            "and chromium-driver"
        )
    return found, driver


@contextmanager
def chromium(width: int = 1360, height: int = 900, *, phone: bool = False) -> Iterator[Any]:
    """A browser of its own with an empty profile, which notes what it fetches."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    program, driver = programs()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = program
        for switch in (*_SWITCHES, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
            options.add_argument(switch)
        if phone:
            metrics = {"width": width, "height": height, "pixelRatio": 2, "touch": True}
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        browser = webdriver.Chrome(options=options, service=Service(driver))
        browser.set_script_timeout(120)
        try:
            yield browser
        finally:
            browser.quit()


def open_page(browser: Any, page: Path) -> None:
    """Opens the report's page and waits until its plots are drawn."""
    from selenium.webdriver.support.ui import WebDriverWait

    browser.get(page.as_uri())
    WebDriverWait(browser, 120, 0.05).until(lambda _: browser.execute_script(_READY))


def set_filter(browser: Any, name: str, value: str | bool) -> float:
    """Sets a filter; milliseconds until table and plots show it."""
    return float(browser.execute_async_script(_TIMED, name, value))


def fetched(browser: Any) -> list[str]:
    """Addresses of all that was asked for since the last call."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]


def scheme(browser: Any, name: str) -> None:
    """Makes the system's colour scheme "light" or "dark"."""
    feature = {"name": "prefers-color-scheme", "value": name}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
