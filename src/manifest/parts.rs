//! Where the values of a text end. Trees know only where they begin.

use super::node::Span;
use saphyr_parser::{Event, Marker, Parser, StrInput};
use std::collections::BTreeMap;

/// The ends of the values and keys of a text, by their beginnings. A value in many lines with keys or dashes has none.
pub(super) struct Parts(BTreeMap<(u32, u32), Span>);

impl Parts {
    /// Finds the parts of a text, up to where it is not YAML any more.
    pub(super) fn of(text: &str) -> Parts {
        let mut parts = BTreeMap::new();
        let mut open = Vec::new();
        let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
        while let Some(Ok((event, place))) = parser.next_event() {
            match event {
                Event::Scalar(..) => {
                    parts.insert(key(place.start), span_of(place.end));
                }
                Event::MappingStart(..) | Event::SequenceStart(..) => {
                    // The bracket of a list or map in one line has a width.
                    open.push((place.start, place.start != place.end));
                }
                Event::MappingEnd | Event::SequenceEnd => {
                    if let Some((start, true)) = open.pop() {
                        parts.insert(key(start), span_of(place.end));
                    }
                }
                Event::StreamEnd => break,
                Event::Alias(_)
                | Event::DocumentEnd
                | Event::DocumentStart(_)
                | Event::Nothing
                | Event::StreamStart => {}
            }
        }
        Parts(parts)
    }

    /// Returns the end of the part that begins at a place: the place of the first character behind it.
    pub(super) fn end(&self, start: Span) -> Option<Span> {
        self.0.get(&(start.line, start.column)).copied()
    }
}

fn key(marker: Marker) -> (u32, u32) {
    let Span { line, column } = span_of(marker);
    (line, column)
}

/// Returns the place of a marker of the parser.
pub(super) fn span_of(marker: Marker) -> Span {
    Span { line: marker.line() as u32, column: marker.col() as u32 + 1 }
}
