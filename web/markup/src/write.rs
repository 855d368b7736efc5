//! From what stands in the page to the calls that build it.

use crate::read::{Attribute, AttributeValue, Element, Node};
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// Attributes that are there or not, without a value.
const FLAGS: [&str; 24] = [
    "allowfullscreen",
    "async",
    "autofocus",
    "autoplay",
    "controls",
    "default",
    "defer",
    "disabled",
    "formnovalidate",
    "hidden",
    "inert",
    "ismap",
    "itemscope",
    "loop",
    "multiple",
    "muted",
    "nomodule",
    "novalidate",
    "open",
    "playsinline",
    "readonly",
    "required",
    "reversed",
    "selected",
];

/// Rust being written.
struct Out(Vec<TokenTree>);

impl Out {
    /// Words and marks, as they stand in the text; `$` is the tree.
    fn rust(&mut self, text: &str) -> &mut Self {
        let tokens: TokenStream =
            text.replace('$', "__tree").parse().expect("the macro writes Rust");
        for token in tokens {
            self.0.push(place(token, Span::mixed_site()));
        }
        self
    }

    fn tokens(&mut self, tokens: impl IntoIterator<Item = TokenTree>) -> &mut Self {
        self.0.extend(tokens);
        self
    }

    /// An expression, in braces when there are statements before it.
    fn value(&mut self, value: &TokenStream) -> &mut Self {
        let ends =
            |token: TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';');
        if value.clone().into_iter().any(ends) {
            return self.group(Delimiter::Brace, |out| {
                out.0.extend(value.clone());
            });
        }
        self.tokens(value.clone())
    }

    fn group(&mut self, delimiter: Delimiter, inner: impl FnOnce(&mut Out)) -> &mut Self {
        let mut out = Out(Vec::new());
        inner(&mut out);
        self.0.push(TokenTree::Group(Group::new(delimiter, out.0.into_iter().collect())));
        self
    }

    /// The call of one of the tree's methods.
    fn call(&mut self, method: &str, arguments: impl FnOnce(&mut Out)) {
        self.rust(&format!("$.{method}"));
        self.group(Delimiter::Parenthesis, arguments).rust(";");
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.0.push(TokenTree::Literal(Literal::string(text)));
        self
    }

    fn comma(&mut self) -> &mut Self {
        self.0.push(TokenTree::Punct(Punct::new(',', Spacing::Alone)));
        self
    }
}

fn place(token: TokenTree, span: Span) -> TokenTree {
    match token {
        TokenTree::Ident(word) => {
            let site = if word.to_string() == "crate" { Span::call_site() } else { span };
            TokenTree::Ident(Ident::new(&word.to_string(), site))
        }
        TokenTree::Group(group) => {
            let inner = group.stream().into_iter().map(|token| place(token, span));
            TokenTree::Group(Group::new(group.delimiter(), inner.collect()))
        }
        other => other,
    }
}

/// A block whose value is the HTML.
pub fn root(nodes: &[Node]) -> TokenStream {
    let mut out = Out(Vec::new());
    out.group(Delimiter::Brace, |out| {
        out.rust("let mut $ = crate::markup::Tree::new();");
        write_all(out, nodes);
        out.rust(&format!("$.finish({})", is_single(nodes)));
    });
    out.0.into_iter().collect()
}

/// The key, in its brackets, of a value that is a sentence of the page and nothing else: `say!("key")`.
fn said(value: &TokenStream) -> Option<TokenTree> {
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Group(key)]
            if word.to_string() == "say" =>
        {
            Some(TokenTree::Group(key.clone()))
        }
        _ => None,
    }
}

/// Whether exactly one thing always stands there.
fn is_single(nodes: &[Node]) -> bool {
    matches!(
        nodes,
        [Node::Element(_)
            | Node::Component(..)
            | Node::Fragment(_)
            | Node::Text(_)
            | Node::Value(_)]
    )
}

fn write_all(out: &mut Out, nodes: &[Node]) {
    for node in nodes {
        write(out, node);
    }
}

fn write(out: &mut Out, node: &Node) {
    match node {
        Node::Element(element) => write_element(out, element),
        Node::Component(head, children) => out.call("add", |out| {
            out.rust("::yew::html!").group(Delimiter::Brace, |out| {
                out.rust("<").tokens(head.iter().cloned()).rust(">");
                if !children.is_empty() {
                    out.group(Delimiter::Brace, |out| {
                        out.tokens(root(children));
                    });
                }
                out.rust("</").tokens(head.first().cloned()).rust(">");
            });
        }),
        Node::Fragment(nodes) => {
            out.rust("$.begin();");
            write_all(out, nodes);
            out.rust("$.end();");
        }
        Node::If(branches) => {
            out.rust("$.begin();");
            for (index, (condition, nodes)) in branches.iter().enumerate() {
                if index > 0 {
                    out.rust("else");
                }
                out.tokens(condition.iter().cloned());
                out.group(Delimiter::Brace, |out| write_all(out, nodes));
            }
            out.rust("$.end();");
        }
        Node::Value(value) => match said(value) {
            Some(key) => out.call("say", |out| {
                out.rust("crate::sentences::sentence!").tokens([key]);
            }),
            None => out.call("add", |out| {
                out.value(value);
            }),
        },
        Node::Values(values) => out.call("add_all", |out| {
            out.value(values);
        }),
        Node::Text(text) => out.call("text", |out| {
            out.tokens([TokenTree::Literal(text.clone())]);
        }),
    }
}

/// What an attribute is to the tree.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Plain,
    Flag,
    Listener,
    /// A method of the tree has its name.
    Special,
}

fn role(element: &Element, attribute: &Attribute) -> Role {
    match attribute.name.as_str() {
        "key" | "ref" => Role::Special,
        "value" if matches!(element.name.as_str(), "input" | "textarea") => Role::Special,
        "checked" if element.name == "input" => Role::Special,
        name if name.starts_with("on") => Role::Listener,
        name if FLAGS.contains(&name) => Role::Flag,
        _ => Role::Plain,
    }
}

fn write_element(out: &mut Out, element: &Element) {
    let named: Vec<(&Attribute, Role)> =
        element.attributes.iter().map(|attribute| (attribute, role(element, attribute))).collect();
    let is_attribute = |role: Role| matches!(role, Role::Plain | Role::Flag);
    let fixed = named.iter().all(|(attribute, role)| {
        !is_attribute(*role) || matches!(attribute.value, AttributeValue::Literal(_))
    });
    let mut name = Literal::string(&element.name);
    name.set_span(element.span);
    out.call(if fixed { "open" } else { "open_with" }, |out| {
        out.tokens([TokenTree::Literal(name)]).comma();
        out.rust("&").group(Delimiter::Bracket, |out| {
            for (attribute, _) in named.iter().filter(|(_, role)| is_attribute(*role)) {
                match (&attribute.value, fixed) {
                    (AttributeValue::Literal(text), true) => {
                        out.group(Delimiter::Parenthesis, |out| {
                            out.text(&attribute.name).comma();
                            out.rust("::yew::virtual_dom::AttributeOrProperty::Static");
                            out.group(Delimiter::Parenthesis, |out| {
                                out.tokens([TokenTree::Literal(text.clone())]);
                            });
                        });
                    }
                    _ => {
                        out.text(&attribute.name);
                    }
                }
                out.comma();
            }
        });
    });
    for (attribute, role) in &named {
        let value = |out: &mut Out| {
            match &attribute.value {
                AttributeValue::Literal(text) => out.tokens([TokenTree::Literal(text.clone())]),
                AttributeValue::Computed(value) => out.value(value),
            };
        };
        let convert = |out: &mut Out, path: &str| {
            out.rust(path).group(Delimiter::Parenthesis, value);
        };
        match role {
            Role::Plain | Role::Flag if fixed => {}
            Role::Flag => out.call("flag", |out| {
                out.text(&attribute.name).comma();
                value(out);
            }),
            Role::Plain => match &attribute.value {
                AttributeValue::Literal(_) => out.call("fixed", value),
                AttributeValue::Computed(computed) => match said(computed) {
                    Some(key) => out.call("said", |out| {
                        out.rust("crate::sentences::sentence!").tokens([key]);
                    }),
                    None => out.call("set", |out| {
                        convert(out, "crate::markup::attribute");
                    }),
                },
            },
            Role::Listener => out.call("listen", |out| {
                let path = format!("::yew::html::{}::Wrapper::__macro_new", attribute.name);
                convert(out, &path);
            }),
            Role::Special => match attribute.name.as_str() {
                "key" => out.call("key", |out| {
                    convert(out, "::std::convert::Into::<::yew::virtual_dom::Key>::into");
                }),
                "ref" => out.call("reference", value),
                "value" => out.call("value", |out| {
                    convert(out, "crate::markup::attribute");
                }),
                _ => out.call("checked", value),
            },
        }
    }
    write_all(out, &element.children);
    out.rust(if is_single(&element.children) { "$.close_single();" } else { "$.close();" });
}
