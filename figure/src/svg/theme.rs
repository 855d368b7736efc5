//! The colours of pictures, which are the page's: read from its style sheet `styles/tokens.css`.

use std::collections::BTreeMap;

const TOKENS: &str = include_str!("../../../styles/tokens.css");

/// The looks of [`podlab_stage::tone::Tone`], and of what is stuck, with the prefix of their tokens; `idle` and `false` use the
/// neutral ones.
const TONES: [(&str, &str); 7] = [
    ("waiting", "wait"),
    ("running", "run"),
    ("ready", "ready"),
    ("done", "done"),
    ("failed", "fail"),
    ("unknown", "unknown"),
    ("stuck", "stuck"),
];

/// Sizes, weights and shapes: the same in every theme.
const SHAPES: &str = "\
text{font-family:SANS;font-size:14px;font-variant-numeric:tabular-nums}
.m{font-family:MONO}
.xxs{font-size:10px}
.xs{font-size:12px}
.s{font-size:13px}
.l{font-size:16px}
.w{font-size:19px}
.h{font-size:22px}
.n{font-size:28px;letter-spacing:-.03em}
.b{font-weight:700}
.r{font-weight:400}
.mid{text-anchor:middle}
.end{text-anchor:end}
.icon{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.o{fill:none}
.thin{stroke-width:1}
.mark{stroke-width:2}
.thick{stroke-width:2.5}
.box{stroke-width:1.5}
.dash{stroke-dasharray:5 3}
.dots{stroke-dasharray:1.5 4;stroke-linecap:round}
";

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader prefers.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The style sheet of a picture that uses these classes.
pub fn style_sheet(theme: Theme, body: &str) -> String {
    let (light, dark) = (tokens(Scheme::Light), tokens(Scheme::Dark));
    let root = ".podlab-figure ";
    // In a page it is never wider than its column.
    let mut sheet = ".podlab-figure{max-width:100%;height:auto}\n".to_owned();
    for line in SHAPES.lines() {
        let class = line.split(['{', '.']).nth(usize::from(line.starts_with('.')));
        if class == Some("text") || uses(body, class.unwrap_or_default()) {
            sheet.push_str(&format!("{root}{line}\n"));
        }
    }
    let fonts = |name: &str| light.get(name).copied().unwrap_or("sans-serif");
    sheet = sheet.replace("SANS", fonts("sans")).replace("MONO", fonts("mono"));
    let rules = |colours: &BTreeMap<&str, &str>| -> String {
        let used = classes(colours).into_iter().filter(|(class, _)| uses(body, class));
        used.map(|(class, rule)| format!("{root}.{class}{{{rule}}}\n")).collect()
    };
    match theme {
        Theme::Light => sheet.push_str(&rules(&light)),
        Theme::Dark => sheet.push_str(&rules(&dark)),
        Theme::Auto => {
            sheet.push_str(&rules(&light));
            sheet.push_str(&format!("@media (prefers-color-scheme:dark){{\n{}}}\n", rules(&dark)));
        }
    }
    sheet
}

/// Whether a class stands in a picture.
fn uses(body: &str, class: &str) -> bool {
    let mut rest = body;
    while let Some(at) = rest.find(class) {
        let before = rest[..at].ends_with(['"', ' ']);
        rest = &rest[at + class.len()..];
        if before && rest.starts_with(['"', ' ']) {
            return true;
        }
    }
    false
}

/// What each class that has a colour says.
fn classes(colours: &BTreeMap<&str, &str>) -> Vec<(String, String)> {
    let colour = |name: &str| colours.get(name).copied().unwrap_or("none").to_owned();
    let mut classes = Vec::new();
    for name in ["ink", "ink-2", "ink-3", "accent-ink", "on-solid"] {
        classes.push((name.to_owned(), format!("fill:{}", colour(name))));
    }
    for name in ["paper", "side", "sunk"] {
        classes.push((name.to_owned(), format!("fill:{}", colour(name))));
    }
    for name in ["hair", "edge", "accent"] {
        classes.push((name.to_owned(), format!("stroke:{}", colour(name))));
    }
    classes.push(("stroke-on".to_owned(), format!("stroke:{}", colour("on-solid"))));
    let mut tone = |name: &str, ink: &str, line: &str, fill: &str, solid: &str| {
        classes.push((format!("ink-{name}"), format!("fill:{ink}")));
        classes.push((format!("line-{name}"), format!("stroke:{line}")));
        classes.push((format!("fill-{name}"), format!("fill:{fill}")));
        classes.push((format!("solid-{name}"), format!("fill:{solid}")));
        classes.push((format!("icon-{name}"), format!("color:{line}")));
    };
    for (name, token) in TONES {
        let of = |part: &str| colour(&format!("{token}-{part}"));
        tone(name, &of("ink"), &of("line"), &of("fill"), &of("solid"));
    }
    let (idle, edge) = (colour("ink-3"), colour("edge"));
    tone("idle", &idle, &edge, "none", &idle);
    tone("false", &colour("ink-2"), &edge, "none", &idle);
    classes.push(("icon-on".to_owned(), format!("color:{}", colour("on-solid"))));
    classes
}

/// Which of the two colours of a token.
#[derive(Clone, Copy)]
enum Scheme {
    Light,
    Dark,
}

/// Returns the tokens of the first rule of the style sheet by their names. Each is declared as
/// `--name: var(--podlab-name, VALUE);`, where a value that differs between light and dark is `light-dark(LIGHT, DARK)`.
fn tokens(scheme: Scheme) -> BTreeMap<&'static str, &'static str> {
    let declarations = TOKENS.split_once(":root, .podlab {").map_or("", |(_, rest)| rest);
    let mut tokens = BTreeMap::new();
    for line in declarations.lines().map(str::trim).take_while(|line| *line != "}") {
        let declared = line.strip_prefix("--").and_then(|rest| rest.split_once(": var(--podlab-"));
        let value = declared.and_then(|(_, rest)| rest.split_once(", ")?.1.strip_suffix(");"));
        let (Some((name, _)), Some(value)) = (declared, value) else { continue };
        let pair = value.strip_prefix("light-dark(").and_then(|rest| rest.strip_suffix(')'));
        let value = match (pair.and_then(|pair| pair.split_once(", ")), scheme) {
            (Some((light, _)), Scheme::Light) => light,
            (Some((_, dark)), Scheme::Dark) => dark,
            (None, Scheme::Light | Scheme::Dark) => value,
        };
        tokens.insert(name, value);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_in_the_page_s_style_sheet() {
        for scheme in [Scheme::Light, Scheme::Dark] {
            let colours = tokens(scheme);
            for name in ["paper", "ink", "ink-2", "ink-3", "hair", "edge", "accent", "on-solid"] {
                assert!(colours[name].starts_with('#'), "{name}");
            }
            for (_, token) in TONES {
                for part in ["ink", "line", "fill", "solid"] {
                    assert!(
                        colours[&*format!("{token}-{part}")].starts_with('#'),
                        "{token}-{part}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_switch_for_high_contrast_sets_what_the_setting_of_the_system_sets() {
        let tokens_after = |selector: &str| -> Vec<&str> {
            let (_, rest) = TOKENS.split_once(selector).expect("the selector is there");
            let lines = rest.lines().map(str::trim).skip_while(|line| !line.starts_with("--"));
            lines.take_while(|line| line.starts_with("--")).collect()
        };
        let by_system = tokens_after("@media (prefers-contrast: more) {");
        assert!(by_system.len() > 10, "{by_system:?}");
        assert_eq!(tokens_after("[data-contrast=high] {"), by_system);
    }

    #[test]
    fn only_what_is_used_is_in_the_style_sheet() {
        let sheet = style_sheet(Theme::Auto, "<rect class=\"fill-ready box\"/>");
        assert!(sheet.contains(".podlab-figure .fill-ready{fill:#e3f5ee}"));
        assert!(sheet.contains("@media (prefers-color-scheme:dark){\n.podlab-figure .fill-ready{"));
        assert!(!sheet.contains("waiting") && !sheet.contains(".ink") && sheet.contains(".box{"));
        assert!(!style_sheet(Theme::Dark, "").contains("@media"));
    }
}
