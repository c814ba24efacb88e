"""The report's page: its text, and what it does in a real browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.browser import chromium, fetched, open_page, scheme, set_filter
from support.many_cores import NOTE, many_documents

from hashloom.literature.references import references
from hashloom.measurements.dataset import shipped
from hashloom.reports.pareto.pareto_page import report_page
from hashloom.reports.pareto.rows import MEASURED, Row, rows_of

POINTS = 1000
# Far above what a browser needs (benchmarks/report_page.py tells): only a hang is an error.
PATIENCE_MS = 20_000


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return rows_of(many_documents(POINTS), references())


@pytest.fixture(scope="module")
def page(rows: list[Row], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(report_page(rows), "utf-8")
    return path


@pytest.fixture(scope="module")
def desktop(page: Path) -> Iterator[Any]:
    """A browser that shows the page; each test opens it anew."""
    with chromium() as browser:
        scheme(browser, "light")
        fetched(browser)  # what the browser's own first page asked for
        yield browser


@pytest.fixture
def browser(desktop: Any, page: Path) -> Iterator[Any]:
    open_page(desktop, page)
    yield desktop
    assert desktop.get_log("browser") == []
    assert {url.split(":")[0] for url in fetched(desktop)} <= {"file", "data"}


def embedded(page: Path, name: str) -> str:
    (text,) = re.findall(rf'<script type="\S+" id="{name}">(.*?)</script>', page.read_text(), re.S)
    return str(text)


def packed(page: Path, name: str) -> str:
    return gzip.decompress(base64.b64decode(embedded(page, name))).decode()


def all_of(browser: Any, selector: str) -> list[Any]:
    return list(browser.find_elements("css selector", selector))


def one(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def count(browser: Any) -> int:
    return int(one(browser, "#count").text.split()[0])


def numbers(browser: Any, column: int) -> list[float]:
    """What stands in a column of the measured cores."""
    cells = browser.execute_script(
        "return [...byId('own').rows].map((line) => line.cells[arguments[0]].textContent)",
        column,
    )
    return [float(cell.replace("\u202f", "")) for cell in cells]


def marked(browser: Any, plot: str) -> set[tuple[float, float]]:
    """Where the marks of a plot's cores are."""
    found = browser.execute_script(
        "return byId(arguments[0]).data.filter((trace) => trace.customdata)"
        ".flatMap((trace) => trace.x.map((x, n) => [x, trace.y[n]]))",
        plot,
    )
    return {(x, y) for x, y in found}


def marks(browser: Any, plot: str) -> set[int]:
    """Numbers of the rows that a plot shows."""
    found = browser.execute_script(
        "return byId(arguments[0]).data.flatMap((trace) => trace.customdata ?? [])", plot
    )
    return set(found)


def test_page_asks_nothing_of_a_network(page: Path) -> None:
    text = page.read_text()
    own = text.replace(embedded(page, "data"), "")
    assert not re.search(r"https?:|@import|url\(|<link|<img| src=", own)
    assert "default-src 'none'" in own
    assert "prefers-color-scheme: dark" in own
    assert 'name="viewport"' in own
    assert "plotly.js v" in packed(page, "plotly")[:100]


def test_page_knows_every_row(page: Path, rows: list[Row]) -> None:
    data, details = json.loads(embedded(page, "data")), json.loads(packed(page, "details"))
    assert len(data["rows"]) == len(details["rows"]) == len(rows)
    for row, shown, detail in zip(rows, data["rows"], details["rows"], strict=True):
        assert (shown["core"], shown["target"], shown["lut"]) == (row.name, row.target, row.lut)
        assert data["tools"][shown["tools"]] == list(row.tools)
        facts = {name: text for name, text, _ in detail["facts"]}
        assert facts["tools"] == ", ".join(row.tools)
        if row.document:
            path = row.document["critical_path"]
            assert [step[2] for step in detail["path"]["steps"]] == [s["ns"] for s in path["steps"]]
            assert details["drawings"][detail["drawing"]].startswith("<svg")
            assert len(facts["each seed, MHz"].split(",")) == row.seeds
            folded = row.document["architecture"].get("fold", 0) > 0
            assert facts["datapath"].startswith("rounds folded on ") == folded
        else:
            assert facts["source"] == row.source


def test_same_rows_same_page() -> None:
    rows = rows_of(shipped())
    assert report_page(rows) == report_page(list(rows))


def test_text_of_others_is_no_markup() -> None:
    documents = many_documents(1)
    documents[0]["core"] = "</script><b>"
    text = report_page(rows_of(documents))
    assert "</script><b>" not in text
    assert "\\u003c/script>" in text


def test_filters(browser: Any, rows: list[Row], record_property: Any) -> None:
    own = [row for row in rows if row.origin == MEASURED]
    assert all(row.document["hashloom"] == NOTE for row in own)
    times = {"all devices": set_filter(browser, "target", "")}
    assert count(browser) == len(own) == POINTS
    assert marks(browser, "aggregate") == {
        n for n, row in enumerate(rows) if row.aggregate is not None and row.lut
    }
    assert marks(browser, "single") < marks(browser, "aggregate")
    assert marks(browser, "device") == {n for n, row in enumerate(rows) if row.device_share}
    assert marked(browser, "device") == {
        (round(100 * row.device_share, 2), row.aggregate) for row in rows if row.device_share
    }

    def shown(name: str, value: str | bool, wanted: list[Row]) -> None:
        times[f"{name} {value}"] = set_filter(browser, name, value)
        assert 0 < count(browser) == len(wanted) < POINTS
        own_marks = {n for n in marks(browser, "aggregate") if rows[n].origin == MEASURED}
        assert own_marks == {n for n, row in enumerate(rows) if row in wanted}
        times[f"without {name}"] = set_filter(browser, name, False if value is True else "")
        assert count(browser) == POINTS

    shown("hash", "sha256", [row for row in own if row.hash_name == "sha256"])
    shown("level", "hmac", [row for row in own if row.level == "hmac"])
    shown("target", "ice40-hx8k", [row for row in own if row.target == "ice40-hx8k"])
    shown("most", "2000", [row for row in own if row.lut is not None and row.lut <= 2000])
    fast = [row for row in own if max(row.aggregate or 0, row.single_message or 0) >= 1000]
    shown("least", "1000", fast)
    shown("front", True, [row for row in own if row.fronts])
    shown("text", "sha512_224 u8", [row for row in own if "sha512_224_u8" in row.name])
    record_property("milliseconds", {name: round(ms) for name, ms in times.items()})
    assert max(times.values()) < PATIENCE_MS


def test_nothing_in_view(browser: Any) -> None:
    set_filter(browser, "text", "no core is called so")
    assert count(browser) == 0
    assert "Nothing" in one(browser, "#conditions").text
    one(browser, "button[type=reset]").click()
    set_filter(browser, "others", False)
    assert count(browser) == POINTS
    assert not all_of(browser, "#theirs tr")


def test_conditions_are_said(browser: Any) -> None:
    set_filter(browser, "target", "ice40-hx8k")
    said = one(browser, "#conditions").text
    for part in ("ice40-hx8k", "engine", "hmac", "placements", "yosys", "nextpnr"):
        assert part in said
    titles = [head.text for head in all_of(browser, "#wide thead th")]
    assert {"Level", "Device", "Seeds", "Tools"} <= set(titles)


def test_sorting_by_keyboard(browser: Any) -> None:
    head = all_of(browser, "#wide thead th")[5]
    button = one(head, "button")
    assert button.text == "LUT"
    button.send_keys("\n")
    set_filter(browser, "target", "")
    assert head.get_attribute("aria-sort") == "descending"
    down = numbers(browser, 5)
    assert down == sorted(down, reverse=True)
    button.send_keys(" ")
    set_filter(browser, "target", "")
    assert head.get_attribute("aria-sort") == "ascending"
    up = numbers(browser, 5)
    assert up == sorted(up)
    assert up[0] < down[0]


def test_whole_table_by_scrolling(browser: Any) -> None:
    set_filter(browser, "target", "")
    assert len(all_of(browser, "#own tr")) < POINTS
    for _ in range(100):
        browser.execute_script("byId('wide').scrollTop = byId('wide').scrollHeight; showMore()")
    assert len(all_of(browser, "#own tr")) == POINTS
    assert len(all_of(browser, "#theirs tr[data-number]")) == len(references())


def wait_for(browser: Any, what: Callable[[], Any]) -> Any:
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, 60, 0.05).until(lambda _: what())


def detail_of(browser: Any) -> str:
    wait_for(browser, lambda: one(browser, "#detail").is_displayed())
    return str(one(browser, "#detail").text)


def test_row_shows_details(browser: Any, rows: list[Row]) -> None:
    line = one(browser, "#own tr")
    row = rows[int(line.get_attribute("data-number"))]
    one(line, "button").send_keys("\n")
    said = detail_of(browser)
    document = row.document
    for part in (row.name, row.target, f"{row.mhz:.1f} MHz", row.source, *row.tools):
        assert part in said
    assert f"{document['verified']['vectors']} vectors" in said
    for seed in document["fmax_mhz"]["seeds"].values():
        assert f"{seed:.1f}" in said
    steps = [step for step in document["critical_path"]["steps"] if step["ns"]]
    assert len(all_of(browser, "#detail div.path > span")) == len(steps)
    assert one(browser, "#detail .drawing svg").size["height"] > 100
    kinds = {e.get_attribute("class") for e in all_of(browser, "#detail dd span")}
    assert kinds == {"measured", "estimated"}
    assert row.name == marked_by_ring(browser, rows)
    one(browser, "body").send_keys("\ue00c")  # escape
    assert not one(browser, "#detail").is_displayed()


def marked_by_ring(browser: Any, rows: list[Row]) -> str:
    """The core of the plot's last trace, which rings the one that is shown."""
    script = "return byId(arguments[0]).data.at(-1).customdata"
    ((number,),) = {
        tuple(wait_for(browser, lambda plot=plot: browser.execute_script(script, plot)))
        for plot in ("single", "aggregate")
    }
    return rows[number].name


def test_point_shows_details(browser: Any, rows: list[Row]) -> None:
    from selenium.webdriver import ActionChains

    set_filter(browser, "target", "ecp5-85f-8")
    set_filter(browser, "hash", "sha256")
    set_filter(browser, "others", False)
    points = all_of(browser, "#single .scatterlayer .points path")
    assert len(points) > 20
    ActionChains(browser).move_to_element(points[0]).pause(0.3).click().perform()
    said = detail_of(browser)
    shown = marked_by_ring(browser, rows)
    assert said.startswith(shown)
    assert any(row.name == shown and row.hash_name == "sha256" for row in rows)


def test_enlarged_part_stays_until_something_else_is_asked(browser: Any, rows: list[Row]) -> None:
    from selenium.webdriver import ActionChains

    def span() -> list[float]:
        return list(browser.execute_script("return byId('single').layout.xaxis.range"))

    whole = span()
    plot = one(browser, "#single .nsewdrag")
    drag = ActionChains(browser).move_to_element(plot).click_and_hold()
    drag.move_by_offset(80, 60).move_by_offset(20, 20).release().perform()
    wait_for(browser, lambda: span() != whole)
    part = span()
    assert whole[0] < part[0] < part[1] < whole[1]
    one(browser, "#own tr button").click()
    detail_of(browser)
    assert marked_by_ring(browser, rows) == one(browser, "#own tr button").text
    assert span() == part
    set_filter(browser, "hash", "sha512")
    assert span() != part


def test_reference_shows_its_source(browser: Any) -> None:
    set_filter(browser, "text", "michail2012")
    one(browser, "#theirs tr[data-number] button").click()
    said = detail_of(browser)
    assert "table I" in said
    assert "slices" in said
    kinds = {e.get_attribute("class") for e in all_of(browser, "#detail dd span")}
    assert kinds == {"published", "estimated"}


def test_light_and_dark(browser: Any) -> None:
    grounds = {"light": "rgba(255, 255, 255, 1)", "dark": "rgba(20, 23, 27, 1)"}
    grids = {"light": "#e6e9ee", "dark": "#2a3037"}

    def wait_until(theme: str) -> None:
        grid = "return byId(arguments[0]).layout.xaxis.gridcolor"
        for plot in ("single", "aggregate"):
            shown = partial(browser.execute_script, grid, plot)
            wait_for(browser, lambda shown=shown: shown() == grids[theme])
        assert one(browser, "body").value_of_css_property("background-color") == grounds[theme]

    wait_until("light")
    for theme in ("dark", "light"):
        one(browser, "#theme").click()
        wait_until(theme)
    browser.execute_script("delete document.documentElement.dataset.theme")
    for theme in ("dark", "light"):
        scheme(browser, theme)
        wait_until(theme)


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb" (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(browser: Any, theme: str) -> None:
    browser.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)

    def contrast(name: str, ground: str) -> float:
        values = [browser.execute_script("return colour(arguments[0])", n) for n in (name, ground)]
        high, low = sorted(map(luminance, values), reverse=True)
        return (high + 0.05) / (low + 0.05)

    for ground in ("--paper", "--panel"):
        for text in ("--ink", "--quiet", "--measured", "--published", "--estimated"):
            assert contrast(text, ground) >= 4.5, (text, ground)
    for number in range(10):
        assert contrast(f"--c{number}", "--paper") >= 3, number


def test_legible_on_a_phone(page: Path) -> None:
    with chromium(390, 844, phone=True) as browser:
        open_page(browser, page)
        assert browser.execute_script("return document.documentElement.scrollWidth") == 390
        one(browser, "#own tr button").click()
        assert one(browser, "#detail").size["width"] == 390
        small = "return [...document.querySelectorAll('main *, #detail *')].filter((e) => " + (
            "e.textContent && !e.children.length && e.offsetParent && !e.closest('svg') && "
            "parseFloat(getComputedStyle(e).fontSize) < 11).map((e) => e.outerHTML)"
        )
        assert browser.execute_script(small) == []
        assert browser.get_log("browser") == []
