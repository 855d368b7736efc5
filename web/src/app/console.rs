//! Lines for kubectl that a person types.

use super::App;
use crate::act::{Act, ConsoleMessage};
use crate::console::Entry;
use crate::controls::Controls;
use crate::links;
use crate::views::Tab;
use podlab::cluster::command::{Command, SpecPatch};
use podlab::kubectl::command::{Asked, command};
use podlab_messages::text;

impl App {
    pub(super) fn update_console(&mut self, message: ConsoleMessage) {
        match message {
            ConsoleMessage::Open => {
                if self.shows(Tab::Console) && self.comparison.is_none() {
                    self.answers.tab = Tab::Console;
                    self.console.write().wants_focus.set(true);
                }
            }
            ConsoleMessage::Run(line) => self.run_line(line.trim()),
            ConsoleMessage::Change(line) => self.change_by_line(line),
            ConsoleMessage::Copy(line) => {
                let say =
                    |done| if done { text::console_copied() } else { text::console_not_copied() };
                links::copy_line(line, self.on.reform(move |done| Act::Say(say(done).into())));
            }
            ConsoleMessage::Clear => self.console.write().clear(),
        }
    }

    /// Answers a line, or lets it change what it is to change.
    fn run_line(&mut self, typed: &str) {
        if typed.is_empty() {
            return;
        }
        self.console.write().remember(typed);
        if typed == "clear" {
            return self.console.write().clear();
        }
        let is_whole = typed == "kubectl" || typed.starts_with("kubectl ");
        let line = if is_whole { typed.to_owned() } else { format!("kubectl {typed}") };
        let lab = self.lab.read();
        let asked = command(lab.sim(), &lab.scene.namespace, &line);
        let entry = Entry::at(lab.now(), line);
        drop(lab);
        if asked.commands.is_empty() {
            let Asked { commands: _, out, err, failed, is_output_unknown, failure: _ } = asked;
            self.console.write().add(Entry { out, err, failed, is_output_unknown, ..entry });
        } else if self.allowed() < Controls::Faults {
            let err = text::console_off().to_owned();
            self.console.write().add(Entry { err, failed: true, ..entry });
        } else {
            self.follow(Act::Console(ConsoleMessage::Change(entry.line)));
        }
    }

    /// Carries out a line as an act of the run.
    fn change_by_line(&mut self, line: String) {
        let lab = self.lab.read();
        let (namespace, now) = (lab.scene.namespace.clone(), lab.now());
        // What a trial answers is what the run itself answers.
        let printed = lab.sim().clone().kubectl(&namespace, &line);
        let asked = command(lab.sim(), &namespace, &line).commands;
        let image = asked.iter().find_map(|(command, _)| match SpecPatch::of(command) {
            Some(SpecPatch::Image { image, .. }) => Some(image.clone()),
            Some(SpecPatch::Template | SpecPatch::Field { .. }) | None => None,
        });
        let image = image.filter(|image| lab.registry(image).error.is_empty());
        drop(lab);
        let entry = Entry::at(now, line.clone());
        let refusal = self.act(vec![Command::Kubectl { namespace, line: line.into() }]).err();
        let failed = printed.failed || refusal.is_some();
        self.console.write().add(Entry {
            out: printed.out,
            err: printed.err,
            image: image.filter(|_| !failed),
            failed,
            ..entry
        });
    }
}
