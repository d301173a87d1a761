"""Modules of JavaScript that become one script, by hand examples."""

from pathlib import Path

import pytest

from workbench.components.bundle import bundled

WORKBENCH = Path(__file__).resolve().parents[3] / "workbench"
MOST_LINES_OF_A_FUNCTION = 45
ENTRY = "export default function () {}\n"


def written(folder: Path, **files: str) -> Path:
    """A folder with scripts, "kit__pointer" being kit/pointer.js; gives the path of entry.js."""
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "entry.js"


def test_a_script_without_imports_stays_as_it_is(tmp_path: Path) -> None:
    text = "// What it is.\nconst two = 2\nexport default function () { return two }\n"
    assert bundled(written(tmp_path, entry=text)) == text


def test_a_module_has_a_scope_of_its_own_and_gives_what_it_exports(tmp_path: Path) -> None:
    entry = written(
        tmp_path,
        entry='import { drag, Hand as Grip } from "./kit/pointer.js"\n\nexport default () => drag(Grip)\n',
        kit__pointer="const hidden = 1\nexport const drag = () => hidden\nexport class Hand {}\n",
    )
    assert bundled(entry) == (
        "const $kit$pointer = (() => {\n"
        "const hidden = 1\nconst drag = () => hidden\nclass Hand {}\n"
        "return { drag, Hand }\n})()\n"
        "const { drag, Hand: Grip } = $kit$pointer\n\nexport default () => drag(Grip)\n"
    )


def test_each_module_comes_once_and_before_who_needs_it(tmp_path: Path) -> None:
    entry = written(
        tmp_path,
        entry='import { a } from "./a.js"\nimport { b } from "./b.js"\n' + ENTRY,
        a='import { c } from "./kit/c.js"\nexport const a = c\n',
        b='import { c } from "./kit/c.js"\nimport { a } from "./a.js"\nexport const b = a + c\n',
        kit__c="export const c = 1\n",
    )
    script = bundled(entry)
    heads = [line for line in script.splitlines() if line.endswith("= (() => {")]
    assert heads == ["const $kit$c = (() => {", "const $a = (() => {", "const $b = (() => {"]


def test_a_path_is_relative_to_the_file_that_imports(tmp_path: Path) -> None:
    written(
        tmp_path,
        lessons__tree='import { drag } from "../components/kit/pointer.js"\n' + ENTRY,
        components__kit__pointer='import { make } from "./svg.js"\nexport const drag = make\n',
        components__kit__svg="export function make() {}\n",
    )
    script = bundled(tmp_path / "lessons" / "tree.js")
    assert "const { make } = $components$kit$svg\n" in script
    assert "const { drag } = $components$kit$pointer\n" in script
    assert "\nfunction make() {}\nreturn { make }\n" in script


def test_an_import_may_take_several_lines(tmp_path: Path) -> None:
    entry = written(tmp_path, entry='import {\n  one,\n  two,\n} from "./a.js"\n' + ENTRY, a=ONE_AND_TWO)
    assert "const { one,\n  two } = $a\n" in bundled(entry)


ONE_AND_TWO = "export const one = 1\nexport const two = 2\n"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"entry": 'import { a } from "./gone.js"\n' + ENTRY}, "gone.js, which does not exist"),
        (
            {"entry": 'import { three } from "./a.js"\n' + ENTRY, "a": ONE_AND_TWO},
            "imports three, which a.js",
        ),
        (
            {
                "entry": 'import { a } from "./a.js"\n' + ENTRY,
                "a": 'import { b } from "./b.js"\nexport const a = b\n',
                "b": 'import { a } from "./a.js"\nexport const b = a\n',
            },
            "modules import each other: a.js -> b.js -> a.js",
        ),
        ({"entry": "const a = 1\n"}, "has no default export"),
        (
            {"entry": 'import { a } from "./a.js"\n' + ENTRY, "a": "export const a = 1\n" + ENTRY},
            "what is meant",
        ),
        ({"entry": 'import * as all from "./a.js"\n' + ENTRY, "a": ONE_AND_TWO}, "import \\* as all"),
        ({"entry": 'import { a } from "somewhere"\n' + ENTRY}, "what is meant by “import { a }"),
        ({"entry": 'import { a } from "./a.js"\n' + ENTRY, "a": "export let a = 1\n"}, "export let a"),
        ({"entry": ENTRY + ENTRY}, "what is meant"),
    ],
    ids=lambda value: None if isinstance(value, dict) else value.replace(" ", "_"),
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, files: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        bundled(written(tmp_path, **files))


def test_every_component_becomes_one_script() -> None:
    scripts = [
        path for path in WORKBENCH.rglob("*.js") if "export default" in path.read_text(encoding="utf-8")
    ]
    assert len(scripts) >= 11
    for script in scripts:
        assert "import " not in {line[:7] for line in bundled(script).splitlines()}


def test_what_the_reader_does_is_told_by_triggers() -> None:
    # A value that is kept as state reaches Python again when the reader comes back to its page.
    scripts = {path.name: path.read_text(encoding="utf-8") for path in WORKBENCH.rglob("*.js")}
    assert [name for name, text in scripts.items() if "setStateValue" in text] == []


def test_no_function_of_the_browser_is_too_long() -> None:
    # What stands at the left margin, up to the bracket that closes it there.
    found = []
    for path in sorted(WORKBENCH.rglob("*.js")):
        begin = 0
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if line and not line[0].isspace() and line[0] not in "})]":
                begin = number
            if number - begin + 1 > MOST_LINES_OF_A_FUNCTION and line[:1] in ("}", ")", "]"):
                found.append(f"{path.name}: {number - begin + 1} lines from {begin}")
    assert found == []
