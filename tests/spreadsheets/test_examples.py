"""The examples in the docstrings of the spreadsheets hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from tournaments import spreadsheets

MODULES = [name for _, name, _ in pkgutil.walk_packages(spreadsheets.__path__, f"{spreadsheets.__name__}.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0
