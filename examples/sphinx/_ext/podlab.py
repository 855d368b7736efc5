"""The directive ``podlab``: a figure in HTML, and what it shows as code everywhere else.

.. podlab:: sts-claims
   :panels: why, storage

The argument is the name of a scene; without one the content is a manifest. Options are the attributes of ``<pod-lab>``.
"""

from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata


class podlab_figure(nodes.General, nodes.Element):
    """A figure: its ``attributes`` of the element."""


def one_of(*words):
    return lambda argument: directives.choice(argument, words)


class Podlab(SphinxDirective):
    optional_arguments = 1
    has_content = True
    option_spec = {
        "src": directives.unchanged_required,
        "lesson": directives.unchanged_required,
        "controls": one_of("none", "transport", "faults", "full"),
        "panels": directives.unchanged_required,
        "lang": one_of("en", "id", "ko"),
        "theme": one_of("auto", "light", "dark"),
        "speed": directives.unchanged_required,
        "start-at": directives.unchanged_required,
        "release": one_of("1.20", "1.28", "current"),
        "goal": directives.unchanged_required,
        "poster": directives.uri,
        "autoplay": directives.flag,
        "readonly": directives.flag,
        "quiz": directives.flag,
    }

    def run(self):
        attributes = {name: value or "" for name, value in self.options.items()}
        manifest = "\n".join(self.content)
        if "src" in attributes:
            relative, file = self.env.relfn2path(attributes.pop("src"))
            self.env.note_dependency(relative)
            manifest = Path(file).read_text("utf-8")
        if self.arguments:
            attributes["scene"] = self.arguments[0]
        if sum(map(bool, [self.arguments, manifest, "lesson" in attributes])) != 1:
            raise self.error("podlab shows one thing: a scene, a :lesson:, a manifest below it, or one in the file that :src: names")
        if manifest:
            attributes["manifest"] = manifest
        node = podlab_figure("", figure=attributes)
        self.set_source_info(node)
        return [node]


def visit_html(self, node):
    tag = "".join(f' {name}="{escape(value)}"' for name, value in node["figure"].items())
    self.body.append(f"<pod-lab{tag}><noscript>This figure needs JavaScript.</noscript></pod-lab>\n")
    raise nodes.SkipNode


def as_code(app, doctree, _):
    """Other builders than those for HTML have the manifest, or the scene's name."""
    if app.builder.format == "html":
        return
    for node in list(doctree.findall(podlab_figure)):
        text = node["figure"].get("manifest") or f'podlab run {node["figure"]["scene"]}'
        node.replace_self(nodes.literal_block(text, text, language="yaml" if "manifest" in node["figure"] else "sh"))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_node(podlab_figure, html=(visit_html, None))
    app.add_directive("podlab", Podlab)
    app.add_js_file("podlab/podlab.js", type="module")
    app.connect("doctree-resolved", as_code)
    return {"version": "0.1", "parallel_read_safe": True, "parallel_write_safe": True}
