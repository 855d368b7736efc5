//! Comparing runs, and going back to the lab.

use super::App;
use crate::act::{Between, ComparisonMessage};
use crate::comparison::Comparison;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::state::Walk;
use crate::{scenes, words};
use podlab_messages::text;

impl App {
    /// Does something while runs are compared.
    pub(super) fn update_comparison(&mut self, message: ComparisonMessage) {
        match message {
            // The key for it does not begin another comparison.
            ComparisonMessage::Compare(_) if self.comparison.is_some() => {}
            ComparisonMessage::Compare(between) => {
                self.player.is_playing = false;
                self.comparison =
                    Some(Handle::new(Comparison::new(self.lab.read().clone(), between)));
            }
            ComparisonMessage::OpenCase(case) => {
                self.player.is_playing = false;
                let settings = self.lab.read().settings().clone();
                match Lab::open(scenes::example(case, 0), settings) {
                    Ok(lab) => {
                        let comparison = Comparison::new(lab, Between::Variants);
                        self.comparison = Some(Handle::new(comparison));
                    }
                    Err(error) => self.toast = words::wrong(&error.message),
                }
            }
            ComparisonMessage::Take(column) => self.take(column),
            ComparisonMessage::Vary(offer) => {
                self.on_comparison(|comparison| comparison.vary(offer));
            }
            ComparisonMessage::Values(values) => {
                self.on_comparison(|comparison| comparison.set_values(values));
            }
            ComparisonMessage::Toggle(branch) => {
                self.on_comparison(|comparison| comparison.toggle(branch));
            }
            ComparisonMessage::Select(column, change) => {
                self.player.is_playing = false;
                self.on_comparison(|comparison| comparison.select(column, change));
            }
            ComparisonMessage::Go(difference) => {
                self.player.is_playing = false;
                self.on_comparison(|comparison| comparison.go(difference));
            }
        }
    }

    /// Does something to the comparison, if runs are compared.
    fn on_comparison(&mut self, act: impl FnOnce(&mut Comparison)) {
        if let Some(comparison) = &mut self.comparison {
            act(&mut comparison.write());
        }
    }

    /// Goes on in the lab with the run of a column, from where it is.
    fn take(&mut self, column: usize) {
        let Some(mut comparison) = self.comparison.take() else { return };
        let selected = comparison.read().selected.as_ref().and_then(|selected| selected.of(column));
        let column = comparison.write().columns.drain(..).nth(column);
        let Some(column) = column else { return };
        self.show(column.lab);
        self.player.is_playing = false;
        self.answers.selected = selected;
        self.toast = text::toast_here(&column.name);
    }

    /// Goes back to the lab, which is as it was. Returns whether runs were compared.
    pub(super) fn end_comparison(&mut self) -> bool {
        let was_comparing = self.comparison.take().is_some();
        if was_comparing {
            self.player.is_playing = false;
            // A column's changes have numbers of their own.
            self.tracks.walk = Walk::default();
        }
        was_comparing
    }
}
