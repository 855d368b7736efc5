"""Turns ```podlab blocks into <pod-lab> elements, and leaves ```podlab-expect blocks out of the page.

The words after `podlab` are the element's attributes; the block may hold a manifest, or src=FILE names one beside the page:

    ```podlab scene=readiness panels=tracks,why
    ```
"""

import re
from pathlib import Path

from mkdocs.exceptions import PluginError

VALUES = {
    "scene", "lesson", "src", "controls", "panels", "lang", "theme", "speed", "start-at", "release", "goal", "poster",
}
FLAGS = {"autoplay", "readonly", "quiz"}
# What only a still knows: `podlab render`, `podlab mdbook`.
OF_STILL = {"still", "pod"}

FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$")
OPTION = re.compile(r"""([^\s=,]+)(?:=("[^"]*"|'[^']*'|\S*))?[\s,]*""")
SECONDS = {"ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3600}


def on_page_markdown(markdown, page, **_):
    done, block = [], None
    for line in markdown.split("\n"):
        fence = FENCE.match(line)
        if block is None:
            if not fence:
                done.append(line)
                continue
            indent, mark, info = fence.groups()
            block = [line]
        else:
            block.append(line)
            if fence and fence[2].startswith(mark) and not fence[3]:
                done += show(block, indent, info, page)
                block = None
    return "\n".join(done + (block or []))


def show(block, indent, info, page):
    """What stands for a block: lines of Markdown."""
    language, _, options = info.partition(" ")
    if language == "podlab-expect":
        return []
    if language != "podlab":
        return block
    attributes = {}
    for name, value in OPTION.findall(options):
        value = value.strip("\"'")
        if name not in VALUES | FLAGS | OF_STILL:
            raise PluginError(f'{page.file.src_uri}: "```{info}": there is no option "{name}"')
        if name in VALUES or name in FLAGS and value != "false":
            attributes[name] = "" if name in FLAGS else value
    if "start-at" in attributes:
        attributes["start-at"] = seconds(attributes["start-at"])
    manifest = "\n".join(line.removeprefix(indent) for line in block[1:-1])
    if "src" in attributes:
        manifest = (Path(page.file.abs_src_path).parent / attributes.pop("src")).read_text("utf-8")
    if manifest.strip():
        attributes["manifest"] = manifest
    tag = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    figure = f"<pod-lab{tag}><noscript>This figure needs JavaScript.</noscript></pod-lab>"
    return ["", indent + (figure if indent else f"<div>{figure}</div>"), ""]


def escape(text):
    """A text in one line that neither HTML nor Markdown sees anything in, also in a list."""
    return re.sub(r"[^a-zA-Z0-9 ,./-]", lambda found: f"&#{ord(found[0])};", text)


def seconds(text):
    """`90`, `90s` or `1m30s` as the element wants it: in seconds."""
    parts = re.findall(r"([\d.]+)(ms|[smh]?)", text)
    return f"{sum(float(number) * SECONDS[unit] for number, unit in parts):g}"
