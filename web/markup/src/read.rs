//! From tokens to what they say.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// What stands in the page.
pub enum Node {
    /// `<div class="a">…</div>`.
    Element(Element),
    /// `<Modal title="a">…</Modal>`: the tokens of the tag without its brackets, and what is in it.
    Component(Vec<TokenTree>, Vec<Node>),
    /// `<>…</>`.
    Fragment(Vec<Node>),
    /// `if a { … } else if b { … } else { … }`: conditions with what they show; the last may have none.
    If(Vec<(Vec<TokenTree>, Vec<Node>)>),
    /// `{ value }`.
    Value(TokenStream),
    /// `{ for values }`.
    Values(TokenStream),
    /// `"text"`.
    Text(Literal),
}

/// An HTML element.
pub struct Element {
    pub name: String,
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub children: Vec<Node>,
}

/// `name="text"`, `name={value}` or `{name}`.
pub struct Attribute {
    pub name: String,
    pub value: AttributeValue,
}

/// What an attribute is set to.
pub enum AttributeValue {
    Literal(Literal),
    Computed(TokenStream),
}

/// A mistake and its place.
pub struct Wrong(Span, String);

impl Wrong {
    /// The mistake as the compiler's error.
    pub fn complaint(self) -> TokenStream {
        let mut message = TokenTree::Literal(Literal::string(&self.1));
        message.set_span(self.0);
        let mark = |c| TokenTree::Punct(Punct::new(c, Spacing::Alone));
        let inner = Group::new(Delimiter::Brace, TokenStream::from_iter([message]));
        let name = TokenTree::Ident(Ident::new("compile_error", self.0));
        TokenStream::from_iter([name, mark('!'), TokenTree::Group(inner)])
    }
}

type Result<T> = std::result::Result<T, Wrong>;

/// Reads all that is between the macro's brackets.
pub fn root(tokens: &[TokenTree]) -> Result<Vec<Node>> {
    let bare = match tokens.first() {
        None => return Ok(Vec::new()),
        Some(TokenTree::Punct(mark)) => mark.as_char() != '<',
        Some(TokenTree::Ident(word)) => !matches!(word.to_string().as_str(), "if" | "for"),
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace || tokens.len() > 1,
        Some(TokenTree::Literal(_)) => tokens.len() > 1,
    };
    if bare {
        return Ok(vec![Node::Value(tokens.iter().cloned().collect())]);
    }
    if is_word(&tokens[0], "for") {
        return Ok(vec![Node::Values(tokens[1..].iter().cloned().collect())]);
    }
    let mut reader = Reader { tokens, at: 0 };
    let nodes = reader.nodes()?;
    match reader.tokens.get(reader.at) {
        None => Ok(nodes),
        Some(token) => {
            Err(Wrong(token.span(), "an element ends here that was not begun".to_owned()))
        }
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(found) if found.to_string() == word)
}

struct Reader<'a> {
    tokens: &'a [TokenTree],
    at: usize,
}

impl Reader<'_> {
    fn is_mark(&self, ahead: usize, mark: char) -> bool {
        let token = self.tokens.get(self.at + ahead);
        matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == mark)
    }

    fn wrong<T>(&self, message: &str) -> Result<T> {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        Err(Wrong(token.map_or_else(Span::call_site, TokenTree::span), message.to_owned()))
    }

    fn mark(&mut self, mark: char) -> Result<()> {
        if !self.is_mark(0, mark) {
            return self.wrong(&format!("`{mark}` is missing before this"));
        }
        self.at += 1;
        Ok(())
    }

    /// Everything up to the end or to a closing tag.
    fn nodes(&mut self) -> Result<Vec<Node>> {
        let mut nodes = Vec::new();
        while self.at < self.tokens.len() && !(self.is_mark(0, '<') && self.is_mark(1, '/')) {
            nodes.push(self.node()?);
        }
        Ok(nodes)
    }

    fn node(&mut self) -> Result<Node> {
        match &self.tokens[self.at] {
            TokenTree::Punct(mark) if mark.as_char() == '<' => self.tag(),
            TokenTree::Ident(word) if word.to_string() == "if" => self.choice(),
            TokenTree::Literal(text) => {
                self.at += 1;
                Ok(Node::Text(text.clone()))
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                self.at += 1;
                let mut inner = group.stream().into_iter().peekable();
                let is_one = group.stream().into_iter().count() == 1;
                if let (true, Some(TokenTree::Literal(text))) = (is_one, inner.peek()) {
                    return Ok(Node::Text(text.clone()));
                }
                let is_many = inner.peek().is_some_and(|token| is_word(token, "for"));
                Ok(if is_many {
                    Node::Values(inner.skip(1).collect())
                } else {
                    Node::Value(inner.collect())
                })
            }
            _ => {
                self.wrong("an element, text in quotes, a value in braces or `if` is expected here")
            }
        }
    }

    fn choice(&mut self) -> Result<Node> {
        let mut branches = Vec::new();
        loop {
            let mut condition = Vec::new();
            let block = loop {
                match self.tokens.get(self.at) {
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                        break group.stream();
                    }
                    Some(token) => condition.push(token.clone()),
                    None => return self.wrong("a block is missing after this"),
                }
                self.at += 1;
            };
            self.at += 1;
            let tokens: Vec<TokenTree> = block.into_iter().collect();
            branches.push((condition, Reader { tokens: &tokens, at: 0 }.all()?));
            match self.tokens.get(self.at) {
                Some(token) if is_word(token, "else") => self.at += 1,
                _ => return Ok(Node::If(branches)),
            }
        }
    }

    /// All nodes of a block, which must end with it.
    fn all(mut self) -> Result<Vec<Node>> {
        let nodes = self.nodes()?;
        if self.at < self.tokens.len() {
            return self.wrong("an element ends here that was not begun");
        }
        Ok(nodes)
    }

    fn tag(&mut self) -> Result<Node> {
        self.mark('<')?;
        if self.is_mark(0, '>') {
            self.at += 1;
            let nodes = self.nodes()?;
            self.closing("")?;
            return Ok(Node::Fragment(nodes));
        }
        let begin = self.at;
        let (name, span) = self.name()?;
        let is_component = name.starts_with(|c: char| c.is_ascii_uppercase());
        let mut attributes = Vec::new();
        while !self.is_mark(0, '>') && !self.is_mark(0, '/') {
            attributes.push(self.attribute()?);
        }
        let head = self.tokens[begin..self.at].to_vec();
        let is_closed = self.is_mark(0, '/');
        self.at += usize::from(is_closed);
        self.mark('>')?;
        let children = if is_closed { Vec::new() } else { self.nodes()? };
        if !is_closed {
            self.closing(&name)?;
        }
        Ok(if is_component {
            Node::Component(head, children)
        } else {
            Node::Element(Element { name, span, attributes, children })
        })
    }

    fn closing(&mut self, name: &str) -> Result<()> {
        if self.at >= self.tokens.len() {
            return self.wrong(&format!("`</{name}>` is missing after this"));
        }
        self.mark('<')?;
        self.mark('/')?;
        if !name.is_empty() && self.name()?.0 != name {
            self.at -= 1;
            return self.wrong(&format!("`</{name}>` is expected here"));
        }
        self.mark('>')
    }

    /// Words with dashes or colons between them, such as `aria-label`.
    fn name(&mut self) -> Result<(String, Span)> {
        let (mut name, mut first) = (String::new(), None);
        loop {
            let Some(TokenTree::Ident(word)) = self.tokens.get(self.at) else {
                return self.wrong("a name is expected here");
            };
            first.get_or_insert(word.span());
            name.push_str(word.to_string().trim_start_matches("r#"));
            self.at += 1;
            match ['-', ':'].into_iter().find(|mark| self.is_mark(0, *mark)) {
                Some(mark) => name.push(mark),
                None => return Ok((name, first.unwrap_or_else(Span::call_site))),
            }
            self.at += 1;
        }
    }

    fn attribute(&mut self) -> Result<Attribute> {
        if let Some(TokenTree::Group(group)) = self.tokens.get(self.at) {
            self.at += 1;
            let name = group.stream().to_string();
            let value = AttributeValue::Computed(group.stream());
            return Ok(Attribute { name, value });
        }
        let (name, _) = self.name()?;
        self.mark('=')?;
        let value = match self.tokens.get(self.at) {
            Some(TokenTree::Literal(text)) => AttributeValue::Literal(text.clone()),
            Some(TokenTree::Group(group)) => AttributeValue::Computed(group.stream()),
            Some(TokenTree::Ident(word)) => {
                AttributeValue::Computed(TokenTree::Ident(word.clone()).into())
            }
            _ => return self.wrong("text in quotes or a value in braces is expected here"),
        };
        self.at += 1;
        Ok(Attribute { name, value })
    }
}
