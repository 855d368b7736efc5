//! Comparing runs, and going back to the lab.

use super::App;
use crate::lab::Lab;
use crate::sentences::fill;
use crate::versus::{Deed, Versus};
use crate::walk::Walk;
use crate::{scenes, words};

impl App {
    /// Does something while runs are compared.
    pub(super) fn compare(&mut self, deed: Deed) {
        match deed {
            Deed::Open { branches } => {
                self.is_playing = false;
                self.versus = Some(Versus::new(self.lab.clone(), branches));
            }
            Deed::OpenCase(case) => {
                self.is_playing = false;
                match Lab::open(scenes::example(case, 0), self.settings.clone()) {
                    Ok(lab) => self.versus = Some(Versus::new(lab, false)),
                    Err(error) => self.toast = words::wrong(&error.message),
                }
            }
            Deed::Take(column) => self.take(column),
            deed => {
                let Some(versus) = &mut self.versus else { return };
                match deed {
                    Deed::Vary(offer) => versus.vary(offer),
                    Deed::Values(values) => versus.set_values(values),
                    Deed::Toggle(branch) => versus.toggle(branch),
                    Deed::Select(column, change) => {
                        self.is_playing = false;
                        versus.select(column, change);
                    }
                    Deed::Go(difference) => {
                        self.is_playing = false;
                        versus.go(difference);
                    }
                    Deed::Open { .. } | Deed::OpenCase(_) | Deed::Take(_) => {}
                }
            }
        }
    }

    /// Goes on in the lab with the run of a column, from where it is.
    fn take(&mut self, column: usize) {
        let Some(versus) = self.versus.take() else { return };
        let selected = versus.selected.filter(|(selected, _)| *selected == column);
        let Some(column) = versus.columns.into_iter().nth(column) else { return };
        self.settings = column.lab.sim().settings().clone();
        self.show(column.lab);
        self.is_playing = false;
        self.selected = selected.map(|(_, change)| change);
        self.toast = fill!("toast.here", "name" => &column.name);
    }

    /// Goes back to the lab, which is as it was.
    pub(super) fn end_comparison(&mut self) {
        if self.versus.take().is_some() {
            self.is_playing = false;
            // A column's changes have numbers of their own.
            self.walk = Walk::default();
        }
    }
}
