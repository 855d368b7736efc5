//! Comparing runs, and going back to the lab.

use super::App;
use super::tracks::Walk;
use crate::lab::Lab;
use crate::sentences::fill;
use crate::versus::{ComparisonMessage, Versus};
use crate::{scenes, words};

impl App {
    /// Does something while runs are compared.
    pub(super) fn update_comparison(&mut self, message: ComparisonMessage) {
        match message {
            ComparisonMessage::CompareVariants | ComparisonMessage::CompareBranches => {
                let branches = matches!(message, ComparisonMessage::CompareBranches);
                self.player.is_playing = false;
                self.versus = Some(Versus::new(self.lab.clone(), branches));
            }
            ComparisonMessage::OpenCase(case) => {
                self.player.is_playing = false;
                match Lab::open(scenes::example(case, 0), self.lab.settings().clone()) {
                    Ok(lab) => self.versus = Some(Versus::new(lab, false)),
                    Err(error) => self.toast = words::wrong(&error.message),
                }
            }
            ComparisonMessage::Take(column) => self.take(column),
            ComparisonMessage::Vary(offer) => self.on_comparison(|versus| versus.vary(offer)),
            ComparisonMessage::Values(values) => {
                self.on_comparison(|versus| versus.set_values(values));
            }
            ComparisonMessage::Toggle(branch) => self.on_comparison(|versus| versus.toggle(branch)),
            ComparisonMessage::Select(column, change) => {
                self.player.is_playing = false;
                self.on_comparison(|versus| versus.select(column, change));
            }
            ComparisonMessage::Go(difference) => {
                self.player.is_playing = false;
                self.on_comparison(|versus| versus.go(difference));
            }
        }
    }

    /// Does something to the comparison, if runs are compared.
    fn on_comparison(&mut self, act: impl FnOnce(&mut Versus)) {
        if let Some(versus) = &mut self.versus {
            act(versus);
        }
    }

    /// Goes on in the lab with the run of a column, from where it is.
    fn take(&mut self, column: usize) {
        let Some(versus) = self.versus.take() else { return };
        let selected = versus.selected.filter(|(selected, _)| *selected == column);
        let Some(column) = versus.columns.into_iter().nth(column) else { return };
        self.show(column.lab);
        self.player.is_playing = false;
        self.answers.selected = selected.map(|(_, change)| change);
        self.toast = fill!("toast.here", "name" => &column.name);
    }

    /// Goes back to the lab, which is as it was.
    pub(super) fn end_comparison(&mut self) {
        if self.versus.take().is_some() {
            self.player.is_playing = false;
            // A column's changes have numbers of their own.
            self.tracks.walk = Walk::default();
        }
    }
}
