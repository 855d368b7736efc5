//! What is drawn of the page.

use super::App;
use crate::components::answers::AnswersPane;
use crate::components::certificate_dialog::CertificateDialog;
use crate::components::class_dialog::ClassDialog;
use crate::components::course_dialog::CourseDialog;
use crate::components::editor_dialog::EditorDialog;
use crate::components::first_steps::FirstSteps;
use crate::components::glossary_dialog::GlossaryDialog;
use crate::components::help_dialog::HelpDialog;
use crate::components::kept_run::KeptRunOffer;
use crate::components::latest_change::LatestChange;
use crate::components::learner_turn::LearnerTurnNote;
use crate::components::lesson_card::LessonCard;
use crate::components::link_dialog::LinkDialog;
use crate::components::pane::PaneView;
use crate::components::quiz_card::QuizCard;
use crate::components::replace_dialog::ReplaceDialog;
use crate::components::replace_set_dialog::ReplaceSetDialog;
use crate::components::share_dialog::ShareDialog;
use crate::components::state_line::StateLine;
use crate::components::stuck::StuckLine;
use crate::components::top_bar::TopBar;
use crate::components::why::WhySheet;
use crate::dialog::Dialog;
use crate::panes::Pane;
use crate::preferences::FirstStep;
use crate::views::Tab;
use crate::{class, scenes};
use podlab::api::ResourceKind;
use podlab::lesson::Report;
use podlab_messages::{Sentence, local, text};
use std::rc::Rc;
use yew::prelude::*;

impl App {
    pub(super) fn view_lab(&self) -> Html {
        let step = self.first_step();
        let question = scenes::question(&self.cards, &self.lab.read().scene);
        let folds = |pane, class| self.pane(pane).is_folded.then_some(class);
        let class = classes!(
            "lab",
            (self.lessons.open.is_some() || self.builds()).then_some("has-lesson"),
            folds(Pane::Controls, "has-few"),
            folds(Pane::Answers, "folds-answers"),
        );
        html! {
            <div {class} data-step={step.map(FirstStep::as_str)}>
                { self.view_top_bar() }
                { self.view_lesson() }
                { self.view_told() }
                <main class="stage" id="stage" tabindex="-1">
                    if let Some(run) = &self.kept.offer {
                        <KeptRunOffer title={scenes::title_of(&self.cards, "", &run.title)} now={run.now} on={self.on.clone()} />
                    }
                    if let Some(step) = step {
                        <FirstSteps lab={self.lab.clone()} {step} on={self.on.clone()} />
                    }
                    if let Some(question) = question.filter(|_| step.is_none()) {
                        <p class="scene-question">{ question }</p>
                    }
                    { self.view_question() }
                    { self.view_about_change() }
                    if self.has_learner_turn() {
                        <LearnerTurnNote turn={self.told_learner_turn()} on={self.on.clone()} />
                    }
                    { self.view_stage() }
                </main>
                { self.view_controls() }
                { self.view_tracks() }
                { self.view_answers() }
                { self.view_transport() }
            </div>
        }
    }

    /// Returns how a pane of the page is to be drawn.
    pub(super) fn pane(&self, pane: Pane) -> PaneView {
        let panes = &self.preferences.saved.panes;
        let is_shown = pane == Pane::Controls && self.shows_all_controls();
        let is_folded = !is_shown && panes.is_folded(pane, self.host.is_wide);
        PaneView { pane, is_folded, size: panes.choice(pane).size }
    }

    /// Whether the controls are never folded: the author of a figure asks for all of them, and there is room.
    pub(super) fn shows_all_controls(&self) -> bool {
        self.host.is_wide && self.figure.as_ref().is_some_and(|figure| figure.shows_all_controls)
    }

    /// Ways past what stands before each part of the page; seen while one has the focus.
    pub(super) fn view_skip_links(&self) -> Html {
        let in_lab: [(&str, Sentence); 4] = [
            ("#stage", text::page_skip),
            ("#time", text::skip_time),
            ("#controls", text::skip_acts),
            ("#answers", text::skip_answers),
        ];
        // Of these a comparison has the first two.
        let there = if self.comparison.is_some() { &in_lab[..2] } else { &in_lab[..] };
        let has_lesson = self.comparison.is_none() && self.lessons.open.is_some();
        let to_lesson: (&str, Sentence) = ("#lesson", text::skip_lesson);
        let there = has_lesson.then_some(&to_lesson).into_iter().chain(there);
        // The address says what is shown, so the link only moves the focus.
        let skip = |place: &'static str| {
            let mount = self.host.mount.clone();
            Callback::from(move |event: MouseEvent| {
                event.prevent_default();
                mount.focus(place);
            })
        };
        html! {
            <nav class="skip-links" aria-label={text::skip_list()}>
                { for there.map(|(place, words)| html! {
                    <a class="skip-link" href={*place} onclick={skip(place)}>{ words() }</a>
                }) }
            </nav>
        }
    }

    fn view_top_bar(&self) -> Html {
        let (lab, languages) = (self.lab.read(), &self.preferences.languages);
        let scene = &lab.scene;
        html! {
            <TopBar
                cards={Rc::clone(&self.cards)}
                scene={scene.name.clone()}
                group={scene.group.clone()}
                title={scenes::title(&self.cards, scene)}
                opened={Rc::clone(&self.labs.opened)}
                labs={Rc::clone(&self.labs.named)}
                release={lab.settings().release}
                language={languages.wanted}
                is_fetching={languages.wanted != languages.present}
                theme={self.preferences.saved.theme}
                contrast={self.preferences.saved.contrast}
                on={self.on.clone()}
            />
        }
    }

    /// The lesson that is open.
    pub(super) fn view_lesson(&self) -> Html {
        let Some(open) = &self.lessons.open else { return self.view_lesson_preview() };
        let Some(view) = open.view(&self.lab.read()) else { return Html::default() };
        let class = self.lessons.class.as_ref().zip(open.learner()).map(|(word, run)| {
            let report = Report::of(run, self.lab.read().history(), class::learner());
            (word.clone(), report.code(run.lesson(), word))
        });
        let progress = self.lessons.progress.of(open.name()).filter(|_| open.own.is_none());
        let best = progress.and_then(|progress| progress.fewest);
        let following = self.lessons.following();
        let following =
            following.map(|listed| (listed.name.clone(), local(&listed.title).to_owned()));
        html! {
            <LessonCard
                view={Rc::new(view)}
                shows_solution={open.shows_solution}
                {following}
                {best}
                {class}
                is_alone={!self.host.is_page()}
                is_unsure={(self.host.is_page() && open.own.is_none() && !self.is_talking()).then_some(open.is_unsure)}
                is_presented={self.presenter.is_some()}
                votes={self.votes()}
                on={self.on.clone()}
            />
        }
    }

    /// What learners see of the lesson that is being made.
    fn view_lesson_preview(&self) -> Html {
        let preview = self.builder.as_ref().and_then(|builder| builder.preview(&self.lab.read()));
        let Some(view) = preview else { return Html::default() };
        html! {
            <LessonCard view={Rc::new(view)} is_preview=true on={self.on.clone()} />
        }
    }

    /// The dialogs, each of which is closed or open.
    pub(super) fn view_dialogs(&self) -> Html {
        let (on, open) = (&self.on, self.dialogs.open());
        let replacement = if let Some(Dialog::Replace(replacement)) = open {
            Some(Rc::clone(replacement))
        } else {
            None
        };
        let set_replacement = if let Some(Dialog::ReplaceSet(replacement)) = open {
            Some(Rc::clone(replacement))
        } else {
            None
        };
        let why = if let Some(Dialog::Link(why)) = open { Some(Rc::clone(why)) } else { None };
        let term = if let Some(Dialog::Glossary(term)) = open { *term } else { None };
        let is_glossary = matches!(open, Some(Dialog::Glossary(_)));
        html! {
            <>
                <EditorDialog
                    is_open={open == Some(&Dialog::Editor)}
                    draft={Rc::clone(&self.draft)}
                    on={on.clone()}
                />
                <ReplaceDialog {replacement} exists={self.lab.read().pod().is_some()} on={on.clone()} />
                <ReplaceSetDialog replacement={set_replacement} on={on.clone()} />
                <HelpDialog
                    is_open={open == Some(&Dialog::Help)}
                    is_page={self.host.mount.is_page()}
                    has_sound={self.preferences.saved.has_sound}
                    on={on.clone()}
                />
                <CourseDialog
                    is_open={open == Some(&Dialog::Course)}
                    course={self.lessons.course.clone()}
                    progress={Rc::clone(&self.lessons.progress)}
                    said={self.toast.clone()}
                    on={on.clone()}
                />
                <ClassDialog
                    is_open={open == Some(&Dialog::Class)}
                    class={self.class.clone()}
                    address={self.address_of_class()}
                    on={on.clone()}
                />
                <CertificateDialog
                    is_open={open == Some(&Dialog::Certificate)}
                    course={self.lessons.course.clone()}
                    progress={Rc::clone(&self.lessons.progress)}
                    on={on.clone()}
                />
                <GlossaryDialog is_open={is_glossary} {term} on={on.clone()} />
                <ShareDialog
                    is_open={open == Some(&Dialog::Share)}
                    share={self.share.clone()}
                    title={self.title()}
                    release={self.lab.read().settings().release}
                    on={on.clone()}
                />
                <LinkDialog {why} on={on.clone()} />
            </>
        }
    }

    /// The line that says what just happened, and what is on the stage in short.
    pub(super) fn view_told(&self) -> Html {
        /// How much faster than real time what happens can still be followed by ear.
        const FOLLOWED: u32 = 10;
        // After an answer to a lesson its verdict is told, and not each change up to it.
        let is_fast =
            self.watched().is_some() || self.player.is_playing && self.player.speed > FOLLOWED;
        html! {
            <section class="told" aria-label={text::pane_told()}>
                <LatestChange lab={self.lab.clone()} {is_fast} stepped={self.player.stepped} on={self.on.clone()} />
                if self.host.is_page() {
                    <StateLine lab={self.lab.clone()} />
                }
            </section>
        }
    }

    /// What is said of it below: why it happened, or what is stuck.
    pub(super) fn view_about_change(&self) -> Html {
        if self.answers.is_sheet_open {
            return html! {
                <WhySheet
                    lab={self.lab.clone()}
                    controls={self.allowed()}
                    selected={self.answers.selected}
                    stuck={self.answers.stuck.clone()}
                    on={self.on.clone()}
                />
            };
        }
        html! {
            <StuckLine
                lab={self.lab.clone()}
                stuck={self.answers.stuck.clone()}
                on={self.on.clone()}
            />
        }
    }

    /// The question of the quiz.
    pub(super) fn view_question(&self) -> Html {
        let Some(asked) = self.asked() else { return Html::default() };
        html! {
            <QuizCard asked={asked.clone()} votes={self.votes()} has_doubt={self.keeps_answers()} on={self.on.clone()} />
        }
    }

    /// The answers.
    pub(super) fn view_answers(&self) -> Html {
        let answers = &self.answers;
        let tabs = Tab::ALL.into_iter().map(|(tab, _)| tab).filter(|tab| self.shows(*tab));
        let builder = self.builder.as_ref().filter(|_| answers.tab == Tab::Lesson);
        let builder = builder.map(|builder| builder.view(&self.lab.read()));
        html! {
            <AnswersPane
                lab={self.lab.clone()}
                controls={self.allowed()}
                tabs={tabs.collect::<Vec<_>>()}
                tab={answers.tab}
                target={answers.target}
                selected={answers.selected.filter(|_| !answers.is_sheet_open)}
                upcoming={answers.upcoming.clone()}
                stuck={answers.stuck.clone()}
                explorer={self.explorer.clone()}
                console={self.console.clone()}
                is_playing={self.player.is_playing}
                quiz={(self.host.is_page() && self.lessons.open.is_none()).then(|| self.asks_further())}
                asks={self.lessons.ask()}
                dns={answers.dns.clone()}
                compared={answers.compared}
                builder={builder.map(Rc::new)}
                pane={self.host.is_page().then(|| self.pane(Pane::Answers))}
                on={self.on.clone()}
            />
        }
    }

    /// Whether a tab of the answers is shown.
    pub(super) fn shows(&self, tab: Tab) -> bool {
        self.figure.as_ref().is_none_or(|figure| figure.has(tab))
            && (self.answers.tab == tab || self.has_use_for(tab))
    }

    /// Whether a tab has something to tell: some are about sets, and claims may also be a Pod's.
    pub(super) fn has_use_for(&self, tab: Tab) -> bool {
        let lab = self.lab.read();
        let has_claims = || lab.sim().world().objects.claims.iter().next().is_some();
        match tab {
            Tab::Why
            | Tab::Events
            | Tab::Watch
            | Tab::Describe
            | Tab::Yaml
            | Tab::Console
            | Tab::Explore => true,
            Tab::Lesson => self.builder.is_some(),
            Tab::Dns => lab.set_name().is_some(),
            Tab::Revisions => lab.scene.workload.as_ref().is_some_and(|workload| {
                matches!(workload.kind, ResourceKind::StatefulSet | ResourceKind::Deployment)
            }),
            Tab::Storage => lab.set_name().is_some() || has_claims(),
        }
    }

    /// The title of the scene that is shown, in the page's language.
    pub(super) fn title(&self) -> String {
        if let Some(talk) = self.presenter.as_ref().and_then(|presenter| presenter.talk.as_ref()) {
            return local(&talk.presentation.title).to_owned();
        }
        match &self.comparison {
            Some(comparison) => scenes::title(&self.cards, comparison.read().scene()),
            None => scenes::title(&self.cards, &self.lab.read().scene),
        }
    }

    /// Calls the document by what it shows.
    pub(super) fn name_page(&mut self) {
        let title = self.title();
        self.host.set_title(&title);
    }
}
