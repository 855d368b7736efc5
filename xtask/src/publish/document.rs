//! The page's document as Trunk leaves it, taken apart: what it says, its styles, and the names of its program.

use crate::Outcome;

/// What index.html is made of.
pub struct Document {
    /// The head without scripts, style sheets, and the links that fetch them: from the doctype to the end of the title's neighbours.
    pub head: String,
    /// The style sheets, in order: paths in dist/.
    pub styles: Vec<String>,
    /// The module that binds the program to the page: a path in dist/.
    pub module: String,
    /// The first part of the program: a path in dist/.
    pub program: String,
}

impl Document {
    /// Takes a built page apart.
    pub fn read(html: &str) -> Outcome<Self> {
        let (head, _) = html.split_once("</head>").ok_or("index.html has no end of its head")?;
        let mut head = head.to_owned();
        let styles = style_sheets(&head);
        let script = take_all(&mut head, "<script", "</script>");
        remove_links(&mut head, |link| link.contains("preload") || is_style_sheet(link));
        let find = |end: &str| {
            let at = script.find(end).ok_or_else(|| format!("no script names a file …{end}"))?;
            let start = script[..at].rfind("./").map_or(0, |dot| dot + 2);
            Ok::<_, String>(script[start..at + end.len()].to_owned())
        };
        if styles.is_empty() {
            return Err("index.html has no style sheets".to_owned());
        }
        Ok(Self { head, styles, module: find(".js")?, program: find("_bg.wasm")? })
    }

    /// The head, in which a policy holds from the first thing that the page could fetch.
    pub fn head_with_policy(&self, policy: &str) -> Outcome<String> {
        const FIRST: &str = "<meta charset=utf-8>";
        let at = self.head.find(FIRST).ok_or("index.html does not begin with its charset")?;
        let at = at + FIRST.len();
        let meta = format!("<meta http-equiv=Content-Security-Policy content=\"{policy}\">");
        Ok([&self.head[..at], &meta, &self.head[at..]].concat())
    }
}

/// The files of all links to style sheets, in order.
fn style_sheets(head: &str) -> Vec<String> {
    let links = head.split("<link").skip(1).filter_map(|rest| rest.split('>').next());
    let addresses = links.filter(|link| is_style_sheet(link)).filter_map(|link| {
        let (_, rest) = link.split_once("href=")?;
        rest.trim_start_matches('"').trim_start_matches("./").split(['"', ' ']).next()
    });
    addresses.map(str::to_owned).collect()
}

fn is_style_sheet(link: &str) -> bool {
    link.contains("rel=stylesheet") || link.contains("rel=\"stylesheet\"")
}

/// Removes the links that are meant.
pub fn remove_links(html: &mut String, is_meant: impl Fn(&str) -> bool) {
    let mut from = 0;
    while let Some(start) = html[from..].find("<link").map(|at| from + at) {
        let end = html[start..].find('>').map_or(html.len(), |at| start + at + 1);
        if is_meant(&html[start..end]) {
            html.replace_range(start..end, "");
            from = start;
        } else {
            from = end;
        }
    }
}

/// Removes the elements that begin and end so, and gives what stands in them.
fn take_all(html: &mut String, start: &str, end: &str) -> String {
    let mut taken = String::new();
    while let Some(at) = html.find(start) {
        let Some(length) = html[at..].find(end) else { break };
        let inner = html[at..].find('>').map_or(at, |open| at + open + 1);
        taken.push_str(&html[inner..at + length]);
        html.replace_range(at..at + length + end.len(), "");
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::Document;

    const PAGE: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Podlab</title>\
        <link href=icons/a.svg rel=icon><link href=./a-1.css rel=stylesheet><link rel=stylesheet href=\"./b-2.css\">\
        <script type=module>import init from\"./web-1.js\";await init({module_or_path:`./web-2_bg.wasm`})</script>\
        <link crossorigin href=./web-1.js rel=modulepreload></head><body></body></html>";

    #[test]
    fn a_page_is_taken_apart() {
        let page = Document::read(PAGE).expect("it is whole");
        assert_eq!(page.styles, ["a-1.css", "b-2.css"]);
        assert_eq!((page.module.as_str(), page.program.as_str()), ("web-1.js", "web-2_bg.wasm"));
        let head = page.head_with_policy("default-src 'none'").expect("it has a charset");
        assert_eq!(
            head,
            "<!doctype html><html lang=en><meta charset=utf-8>\
             <meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">\
             <title>Podlab</title><link href=icons/a.svg rel=icon>"
        );
        assert!(Document::read("<title>Podlab</title></head>").is_err());
    }
}
