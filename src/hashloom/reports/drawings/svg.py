"""Parts of drawings as SVG that stand alone: a white page, words and lines; all sizes in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

INK, FAINT, FILL, TINT = "#333333", "#999999", "#cfe2f3", "#f3f3f3"


def page(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """The whole picture: a white page with its title, and `parts` on it."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="Helvetica, sans-serif" '
            'font-size="11">',
            f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
            words(10, 20, title, size=13, anchor="start"),
            *parts,
            "</svg>",
            "",
        ]
    )


def words(
    x: float, y: float, text: str, size: float = 11, anchor: str = "middle", colour: str = INK
) -> str:
    """A line of text on the base line y; `anchor` is start, middle or end."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}" text-anchor="{anchor}" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def line(x: float, y: float, to_x: float, to_y: float, colour: str, dashes: str = "") -> str:
    """A straight line from one point to another."""
    style = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" stroke="{colour}" fill="none"{style}/>'


def outline(path: str, fill: str = "none") -> str:
    """A path in SVG's own letters."""
    return f'<path d="{path}" stroke="{INK}" fill="{fill}"/>'


def box(x: float, y: float, width: float, height: float, fill: str = "white") -> str:
    """A rectangle, its corner at x and y."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" '
        f'stroke="{INK}" fill="{fill}"/>'
    )
