//! What follows from everything a person does.

use super::App;
use crate::act::{Act, Dialog, Tab};
use crate::components::{say, top_bar};
use crate::editor::Draft;
use crate::figure::Told;
use crate::lab::Lab;
use crate::sentences::{fill, say};
use crate::{files, language, offers, scenes, words};
use podlab::world::Settings;
use podlab_words::Language;

impl App {
    pub(super) fn speak(&mut self, language: Language) {
        let on = self.on.reform(move |fetched| Act::Fetched(language, fetched));
        self.languages.want(language, on);
    }

    /// Takes an answer, shows what happens and tells of both.
    fn guess(&mut self, answer: usize) {
        let Some(question) = self.quiz.answer(answer) else { return };
        let (time, right) = (question.time, question.right);
        let word = |index: usize| question.answers.get(index).cloned().unwrap_or_default();
        let told = Told::Prediction {
            now: time,
            expected: word(answer),
            happened: word(right),
            right: answer == right,
        };
        self.lab.seek(time);
        self.arrive();
        if let Some(figure) = &self.figure {
            figure.say(&told);
        }
    }

    /// Says why a change happened. A figure that has no room for the answer yet makes it.
    fn ask_why(&mut self, change: Option<u64>) {
        self.selected = change;
        self.tab = Tab::Why;
        if let Some(figure) = &mut self.figure {
            figure.make_room(Tab::Why);
        }
    }

    /// Does what a person does, when its turn comes.
    pub(super) fn follow(&mut self, act: Act) {
        // That the address is another one now is no answer to what was said last.
        if !matches!(act, Act::Link(_)) {
            self.toast.clear();
        }
        if self.links.is_opening() && !act.goes_with_opening() {
            return;
        }
        if let Some(act) = self.wait_with(act) {
            self.follow_now(act);
        }
    }

    /// Does what a person does.
    pub(super) fn follow_now(&mut self, act: Act) {
        match act {
            Act::Play(wanted) if wanted == self.is_playing => {}
            Act::Play(_) | Act::TogglePlaying => {
                self.quiz.pass();
                self.is_playing = !self.is_playing;
            }
            Act::NextEvent => {
                self.is_playing = false;
                match &mut self.versus {
                    Some(versus) => versus.step(),
                    None => self.lab.step(),
                }
                self.go_on();
            }
            Act::NextChange => {
                self.is_playing = false;
                match &mut self.versus {
                    Some(versus) => versus.step_to_change(),
                    None => self.lab.step_to_change(),
                }
                self.go_on();
            }
            Act::Speed(speed) => self.speed = speed,
            Act::Seek(time) => {
                self.is_playing = false;
                match &mut self.versus {
                    Some(versus) => versus.seek(time),
                    None => {
                        self.lab.seek(time);
                        self.arrive();
                    }
                }
            }
            // Runs that are compared have no events in common.
            Act::Back(false) if self.versus.is_some() => {}
            Act::Back(to_change) => {
                self.is_playing = false;
                let is_gone_back = match &mut self.versus {
                    Some(versus) => versus.back_to_change(),
                    None => self.lab.back(to_change),
                };
                if !is_gone_back {
                    say!("toast.beginning").clone_into(&mut self.toast);
                }
                match self.versus {
                    Some(_) => self.go_on(),
                    None => self.arrive(),
                }
            }
            Act::ByScript(act) => self.follow(*act),
            Act::Show => self.is_hidden = false,
            Act::Hide => self.is_hidden = true,
            // The clock is no person.
            Act::Frame(_) => {}
            act => self.follow_other(act),
        }
    }

    /// Does what is no matter of time.
    fn follow_other(&mut self, act: Act) {
        match act {
            Act::Open(index) => self.open(scenes::scene(&self.cards[index])),
            Act::OpenExample(case, policy) => self.open(scenes::example(case, policy)),
            Act::Guess(answer) => self.guess(answer),
            Act::Do(commands) => self.carry_out(commands),
            Act::Reset => {
                let beginning =
                    self.wish.as_ref().and_then(|wish| wish.lab.borrow().as_ref().map(Lab::fork));
                if let Some(beginning) = beginning {
                    self.show(beginning);
                    self.is_playing = false;
                }
            }
            // Runs that are compared are only looked at.
            Act::Undo | Act::Redo if self.versus.is_some() => {}
            Act::Stop => {
                self.stop();
            }
            Act::Undo => {
                if let Some(time) = self.lab.undo() {
                    self.toast = fill!("toast.undone", "time" => &words::clock(time));
                }
                self.arrive();
            }
            Act::Redo => {
                if let Some(time) = self.lab.redo() {
                    self.toast = fill!("toast.redone", "time" => &words::clock(time));
                }
                self.arrive();
            }
            Act::Branch(branch) => {
                self.is_playing = false;
                self.lab.switch(branch);
                self.selected = None;
                self.arrive();
                let name = offers::branch_name(self.lab.history().branch());
                self.toast = fill!("toast.here", "name" => &name);
            }
            Act::NameBranch(branch, name) => self.lab.name_branch(branch, name),
            Act::DeleteBranch(branch) => self.lab.delete_branch(branch),
            Act::Set(setting, value) => self.set(&setting, &value),
            Act::Replace => self.replace(),
            Act::Recreate => self.recreate(),
            Act::Pick(pod) => {
                self.lab.select(pod);
                self.of_set = false;
            }
            Act::OfSet(of_set) => self.of_set = of_set,
            Act::Everyone(everyone) => self.everyone = everyone,
            Act::ShowNodes(are_shown) => self.panels.shows_nodes = are_shown,
            Act::PickNode(node) => self.panels.node = node,
            Act::Partition(partition) => self.partition = Some(partition),
            Act::Resolve(name) => self.resolve(name),
            Act::ResolveFrom(namespace) => self.panels.from = namespace,
            Act::Compare(compared) => self.panels.compared = Some(compared),
            Act::DeleteSetFirst(propagation) => self.delete_set_first(propagation),
            Act::RecreateSet => self.recreate_set(),
            Act::MaxUnavailable(is_on) => {
                let mut settings = self.settings.clone();
                settings.gates.max_unavailable_stateful_set = is_on;
                self.run_again(settings);
            }
            Act::Release(release) => {
                let settings = Settings { release, ..self.settings.clone() };
                match self.lab.refusal_of(release) {
                    Some(refusal) => self.toast = refusal,
                    None => self.run_again(settings),
                }
            }
            Act::Jitter(jitter) => {
                let settings = Settings { jitter, ..self.settings.clone() };
                self.run_again(settings);
            }
            Act::Cadence(cadence) => {
                let settings = Settings { cadence, ..self.settings.clone() };
                self.run_again(settings);
            }
            Act::Backoff(max_container_restart_period, reduced) => {
                let mut settings = self.settings.clone();
                settings.gates.reduce_default_crash_loop_back_off_decay = reduced;
                self.run_again(Settings { max_container_restart_period, ..settings });
            }
            Act::Select(change) => self.ask_why(Some(change)),
            Act::WhyNot => self.ask_why(None),
            Act::WhyLast => self.ask_why(say::latest(&self.lab).map(|change| change.number)),
            Act::Explore(deed) => self.explore(deed),
            Act::Tab(tab) => self.tab = tab,
            Act::Window(window) => self.window = window,
            Act::ShortWaits(are_short) => self.waits.choose(are_short),
            Act::Reach(change) => self.walk.reached = Some(change),
            Act::Walk(is_forward) => self.walk(is_forward),
            Act::OpenEditor => self.dialog = Some(Dialog::Editor),
            Act::Type(text) => self.draft = Draft::new(text, self.settings.release),
            Act::Drop(text) => {
                self.draft = Draft::new(text, self.settings.release);
                self.run_draft();
                if self.draft.problems.is_empty() && self.draft.refusal.is_none() {
                    self.dialog = None;
                } else {
                    self.dialog = Some(Dialog::Editor);
                }
            }
            Act::Correct(problem) => {
                if let Some(text) = self.draft.corrected(problem) {
                    self.draft = Draft::new(text, self.settings.release);
                }
            }
            Act::RunDraft => self.run_draft(),
            Act::Save => {
                let name = files::name_of(&self.lab.scene.title);
                let said = if files::save(&name, &self.lab.save().write()) {
                    fill!("toast.saved", "file" => &name)
                } else {
                    say!("toast.not-saved").to_owned()
                };
                self.toast = said;
            }
            Act::Link(deed) => self.follow_link(deed),
            Act::Share(deed) => self.share(deed),
            Act::Help => self.dialog = Some(Dialog::Help),
            Act::Close if self.dialog.is_some() => self.dialog = None,
            Act::Close if self.stop() => {}
            Act::Close => self.end_comparison(),
            Act::Versus(deed) => self.compare(deed),
            Act::Theme(theme) => {
                self.theme = theme;
                theme.keep();
                theme.apply(&self.place);
            }
            Act::Language(language) => {
                if self.place.is_page() {
                    language::keep(language);
                }
                self.speak(language);
            }
            Act::Fetched(language, fetched) => {
                if !self.languages.take(language, fetched) {
                    top_bar::show_language(&self.place, self.languages.wanted);
                    self.toast = fill!("language.missing", "language" => language.name());
                }
            }
            // What `follow_now` does.
            Act::Play(_)
            | Act::TogglePlaying
            | Act::NextEvent
            | Act::NextChange
            | Act::Speed(_)
            | Act::Seek(_)
            | Act::Back(_)
            | Act::ByScript(_)
            | Act::Show
            | Act::Hide
            | Act::Frame(_) => {}
        }
    }
}
