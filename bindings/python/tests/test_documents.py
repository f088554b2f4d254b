"""The examples of the documents and of the docstrings give what they say."""

import doctest
import inspect
import pathlib
import re

import galaverna
import pytest

PACKAGE = pathlib.Path(__file__).parent.parent
DOCUMENTS = [PACKAGE / "README.md", PACKAGE.parent.parent / "docs" / "python.md"]


def run(text, name):
    """Runs the examples of a text; returns how many there are."""
    examples = doctest.DocTestParser().get_doctest(text, {"galaverna": galaverna}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report = []
    runner.run(examples, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
    return len(examples.examples)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_of_documents(path):
    blocks = re.findall(r"^```python\n(.*?)^```", path.read_text(encoding="utf-8"), re.S | re.M)
    assert run("\n".join(blocks), path.name) > 0


def public(owner):
    return [getattr(owner, name) for name in dir(owner) if not name.startswith("_")]


def test_everything_has_a_docstring_and_its_examples_hold():
    classes = [found for found in public(galaverna) if inspect.isclass(found)]
    functions = [found for found in public(galaverna) if inspect.isroutine(found)]
    members = [member for owner in classes for member in public(owner)]
    documented = [galaverna] + classes + functions + members
    assert len(documented) > 60
    assert [found for found in documented if not inspect.getdoc(found)] == []
    assert sum(run(inspect.getdoc(found), str(found)) for found in documented) > 10
