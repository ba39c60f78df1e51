"""Somebody without a mouse: Tab, arrows, Enter and typing are all there is, and every key is counted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Download, Page

KEYS_A_SECOND = 5
FOCUSED = "selector => !!document.activeElement?.closest(selector)"


class Keyboard:
    """Drives a page by its keys alone.

    ``keys`` counts what a person pressed, ``steps`` the pages that were sent, ``waited`` the seconds the
    person looked at a page that was still coming.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0
        self.steps = 0
        self.waited = 0.0
        self.longest_way: tuple[int, str] = (0, "")

    @property
    def seconds(self) -> float:
        """The time all this takes somebody who presses five keys a second."""
        return self.keys / KEYS_A_SECOND + self.waited

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.keys += len(keys)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def write(self, *texts: str) -> None:
        """Each text into the cell that has the focus, with Enter behind it."""
        for text in texts:
            self.type(text)
            self.press("Enter")

    def over(self, text: str) -> None:
        """Type over what stands in the field."""
        self.press("Control+a")
        self.type(text)

    def paste(self, text: str) -> None:
        """What was copied from a message lands in the field."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.press("Control+v")

    def on(self, selector: str) -> bool:
        """Whether the focus is on such an element, or inside one."""
        return bool(self.page.evaluate(FOCUSED, selector))

    def reach(self, selector: str, *, most: int = 60, key: str = "Tab") -> None:
        """Tab (or Shift+Tab, for what stands before) until the focus is on what is wanted."""
        for pressed in range(most + 1):
            if self.on(selector):
                self.longest_way = max(self.longest_way, (pressed, f"{selector} on {self.page.url}"))
                return
            self.press(key)
        raise AssertionError(f"{selector} is not reached with {most} Tabs on {self.page.url}")

    def send(self, *keys: str) -> None:
        """A key that leads to another page, and the wait for it."""
        self.press(*keys[:-1])
        before = time.monotonic()
        with self.page.expect_navigation():
            self.page.keyboard.press(keys[-1] if keys else "Enter")
        self.keys += 1
        self.steps += 1
        self.waited += time.monotonic() - before

    def go(self, selector: str, *, most: int = 60, key: str = "Tab") -> None:
        """Tab to a link or a button and press Enter on it; the next page is there."""
        self.reach(selector, most=most, key=key)
        self.send("Enter")

    def take(self, selector: str) -> Download:
        """Tab to a link that downloads."""
        self.reach(selector)
        with self.page.expect_download() as found:
            self.press("Enter")
        return found.value

    def choose(self, selector: str, value: str) -> None:
        """A choice of a list that drops down, by the arrows."""
        self.reach(selector)
        for _ in range(20):
            if self.page.input_value(selector) == value:
                return
            self.press("ArrowDown")
        raise AssertionError(f"{value} is not reached with the arrows in {selector}")
