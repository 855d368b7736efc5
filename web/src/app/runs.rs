//! Which run is on the page, and what is done to it.

use super::{App, SLICE};
use crate::editor::{Kind, link_in};
use crate::lab::Lab;
use crate::scenes::Scene;
use crate::state::{ControlsState, HandOver};
use crate::views::{Tab, Target};
use crate::{frames, kubectl_line, offers, words};
use podlab::api::ResourceKind;
use podlab::apiserver::error::ApiError;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::dns::Cache;
use podlab::rules::release::Release;
use podlab::timeline::history::BranchId;
use podlab_link::LinkTarget;
use podlab_messages::text;
use std::rc::Rc;

impl App {
    /// Opens a scene of this program, which the address then says.
    pub(super) fn open(&mut self, scene: Scene) {
        let settings = scene.settings(self.usual_settings());
        let opens = scene.opens;
        match Lab::open(scene, settings) {
            Ok(lab) => {
                self.keep_left();
                self.show(lab);
                self.push_link();
                // It is opened afresh.
                let address = &self.links.address;
                self.links.left.take_if(|(left, _)| left == address);
                self.lab.write().seek(opens);
                self.arrive();
            }
            Err(error) => self.toast = words::wrong(&error.message),
        }
    }

    /// The settings of the run on the page. A release in which only its scene opens is not kept for the next one.
    fn usual_settings(&self) -> Settings {
        let lab = self.lab.read();
        let settings = lab.settings().clone();
        if lab.scene.release == Some(settings.release) {
            return Settings { release: Release::default(), ..settings };
        }
        settings
    }

    /// Puts another run on the page, and forgets what was found out about the one before. Gives that one.
    pub(super) fn replace_lab(&mut self, lab: Lab) -> Lab {
        let before = std::mem::replace(&mut *self.lab.write(), lab);
        self.explorer.write().forget_run();
        self.answers.forget_run();
        self.tracks.forget_run();
        self.controls = ControlsState { target: self.controls.target, ..ControlsState::default() };
        before
    }

    pub(super) fn show(&mut self, lab: Lab) {
        self.close_lesson();
        self.replace_lab(lab);
        self.console.write().clear();
        self.kept.others.clear();
        self.player.waiting.clear();
        self.player.before = None;
        self.player.hand_over = HandOver::Coming;
        self.comparison = None;
        self.player.is_playing = true;
        self.dialogs.close();
        self.answers.target = Target::Set;
        self.controls.target = Target::Pod;
        if !self.has_use_for(self.answers.tab) {
            self.answers.tab = Tab::Why;
        }
    }

    /// Carries out commands, and tells how kubectl would be told to do the same.
    pub(super) fn carry_out(&mut self, commands: Vec<Command>) {
        let forced = commands.iter().any(|command| {
            matches!(command, Command::Delete { object, options } if options.grace_period_seconds == Some(0) && object.kind == ResourceKind::Pod)
        });
        let lines: Vec<String> = commands.iter().filter_map(kubectl_line::of).collect();
        let now = self.lab.read().now();
        match self.act(commands) {
            Err(error) => self.toast = words::wrong(&error.in_full()),
            Ok(()) => {
                if !lines.is_empty() {
                    self.console.write().add_act(now, lines);
                }
                // What kubectl says to `--force`.
                if forced {
                    words::FORCED.clone_into(&mut self.toast);
                }
            }
        }
    }

    /// Carries out commands, and says which branch that begins, if it begins one.
    pub(super) fn act(&mut self, commands: Vec<Command>) -> Result<(), ApiError> {
        let known: Vec<BranchId> =
            self.lab.read().history().branches().iter().map(|branch| branch.id).collect();
        let outcome = self.lab.write().act(commands);
        let branch = self.lab.read().history().branch().id;
        if !known.contains(&branch) {
            let name = offers::present_branch(&self.lab.read());
            self.toast = text::toast_branched(&name);
        }
        outcome
    }

    pub(super) fn run_again(&mut self, settings: Settings) {
        let replay = self.lab.read().replay(settings);
        match replay {
            Ok(lab) => {
                self.replace_lab(lab);
                self.arrive();
            }
            Err(error) => self.toast = words::wrong(&error.message),
        }
    }

    /// Follows a link that was pasted. A figure has no address.
    fn follow_pasted(&mut self, fragment: &str) {
        self.keep_left();
        if self.host.is_page() {
            self.links.push(fragment.to_owned());
        }
        self.open_fragment(fragment);
    }

    pub(super) fn run_draft(&mut self) {
        let draft = Rc::clone(&self.draft);
        if !draft.is_right() {
            return;
        }
        match draft.kind {
            Kind::Link => {
                if let Some(fragment) = link_in(&draft.text) {
                    self.dialogs.close();
                    self.follow_pasted(fragment);
                }
                return;
            }
            Kind::Lesson => {
                self.leave_talk();
                match self.open_own_lesson(&draft.text) {
                    Ok(()) => {
                        self.dialogs.close();
                    }
                    Err(why) => Rc::make_mut(&mut self.draft).refusal = Some(why),
                }
                return;
            }
            Kind::Presentation if !self.host.is_page() => {
                text::present_page_only().clone_into(&mut self.toast);
                return;
            }
            Kind::Presentation => {
                self.push_text(&draft.text, true, LinkTarget::Presentation);
                let opened = self.open_presentation(&draft.text);
                self.show_link_error(opened);
                return;
            }
            Kind::Manifests | Kind::Run => self.leave_talk(),
        }
        let opened = self.draft.lab(self.lab.read().settings());
        match opened {
            Some(Ok(lab)) => {
                let is_run = self.draft.kind == Kind::Run;
                self.show(lab);
                if is_run {
                    // It stands where it was saved.
                    self.player.is_playing = false;
                    self.go_on();
                }
                self.push_link();
            }
            Some(Err(error)) => {
                Rc::make_mut(&mut self.draft).refusal = Some(error.message);
            }
            None => {}
        }
    }

    /// Goes towards the moment that is to be shown, for as long as a frame may take.
    pub(super) fn go_on(&mut self) {
        let is_quiet = match &mut self.comparison {
            Some(comparison) => {
                let mut comparison = comparison.write();
                comparison.work();
                comparison.take_quiet()
            }
            None => {
                let start = frames::now();
                // An event of a large run may take as long as a frame, so the slices grow.
                let mut slice = 1;
                while !self.lab.write().go_on(slice) && frames::now() - start < frames::BUDGET {
                    slice = (slice * 2).min(SLICE);
                }
                self.lab.write().take_quiet()
            }
        };
        if is_quiet {
            text::next_nothing().clone_into(&mut self.toast);
        }
    }

    /// Goes towards another moment, and forgets what belongs to the one before.
    pub(super) fn arrive(&mut self) {
        self.go_on();
        self.answers.dns.cache = Cache::default();
        self.controls.next_set = None;
        let told = self.lab.read().story().change_count() as u64;
        // On the way it is not told yet.
        let is_there = !self.lab.read().is_on_its_way();
        self.answers.selected = self.answers.selected.filter(|change| *change < told || !is_there);
    }
}
