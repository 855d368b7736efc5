//! A lesson in the terminal.

use crate::input::describe;
use crate::terminal::Form;
use podlab::base::duration;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::files::lesson_file::{Lesson, Prediction, Work, with_manifest};
use podlab::kubectl::command::command;
use podlab::lesson::{LessonRun, Progress, open};
use podlab::manifest::node::Node;
use podlab::manifest::yaml;
use podlab::sim::scenario::{Act, action};
use podlab::timeline::history::History;
use podlab_messages::{clock, goal, local, prediction, text};
use podlab_stage::lesson::{choice_in_words, now_of, verdict};
use podlab_stage::words::plain;
use std::io::{BufRead, Write};
use std::rc::Rc;

const NAMESPACE: Text = Text::Static("default");

/// Leads through a lesson. Returns whether the learner came to its end.
///
/// # Errors
///
/// Returns a line when the lesson cannot begin, or when a line cannot be read or written.
pub(super) fn play(
    lesson: &Rc<Lesson>,
    lines: impl BufRead,
    out: &mut impl Write,
) -> Result<bool, String> {
    let history = open(lesson).map_err(|error| error.message.to_string())?;
    let run = LessonRun::begin(Rc::clone(lesson), &history);
    let mut table = Session { run, history, out };
    table.say(local(&lesson.scenario.title))?;
    table.say(local(&lesson.course.objective))?;
    table.tell_step()?;
    for line in lines.lines() {
        let line = line.map_err(|error| format!("<stdin>: {}", describe(&error)))?;
        if line.trim() == "quit" {
            return Ok(false);
        }
        table.follow(line.trim())?;
        if table.run.step().is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A learner at a terminal.
struct Session<'a, W> {
    run: LessonRun,
    history: History,
    out: &'a mut W,
}

impl<W: Write> Session<'_, W> {
    fn say(&mut self, line: &str) -> Result<(), String> {
        let line = Form::Text.escaped(line.trim_end());
        writeln!(self.out, "{line}").map_err(|error| format!("<stdout>: {}", describe(&error)))
    }

    fn tell_step(&mut self) -> Result<(), String> {
        let lesson = Rc::clone(self.run.lesson());
        let Some(step) = lesson.course.steps.get(self.run.step_index()) else {
            let par = lesson.course.par as usize;
            let par = text::lesson_par(LessonRun::commands(&self.history), par);
            self.say(&format!("\n{}", local(&lesson.course.debrief)))?;
            let misconception = &lesson.course.misconception;
            if !misconception.is_empty() {
                self.say(&text::lesson_belief(local(misconception)))?;
            }
            return self.say(&par);
        };
        let (number, count) = (self.run.step_index() + 1, lesson.course.steps.len());
        let now = clock(self.history.now());
        self.say(&format!("\n{number}/{count}  {now}\n{}", local(&step.say)))?;
        match &step.predict {
            Some(asked) => {
                if !step.goals.is_empty() {
                    self.say(text::lesson_ask_first())?;
                }
                self.ask(asked)
            }
            None => self.tell_goals(),
        }
    }

    fn ask(&mut self, asked: &Prediction) -> Result<(), String> {
        self.say(&plain(&prediction(asked)))?;
        for (index, choice) in asked.choices.iter().enumerate() {
            let answer = choice_in_words(&asked.ask, choice);
            self.say(&format!("  {}  {answer}", index + 1))?;
        }
        Ok(())
    }

    fn tell_goals(&mut self) -> Result<(), String> {
        let goals = self.run.goals(&self.history);
        let lines = goals.iter().map(|(wanted, progress)| {
            let mark = match progress {
                Progress::Open => "[ ]",
                Progress::Reached => "[x]",
                Progress::Lost => "[!]",
            };
            let now = now_of(wanted, *progress, &self.history);
            let now = now.map(|now| format!(" ({})", plain(&now)));
            format!("  {mark} {}{}", plain(&goal(wanted)), now.unwrap_or_default())
        });
        let lines: Vec<String> = lines.collect();
        for line in lines {
            self.say(&line)?;
        }
        Ok(())
    }

    /// After the last hint of the step, says how what its solution does outside the API is typed.
    fn tell_acts(&mut self) -> Result<(), String> {
        let hints = self.run.step().map_or(0, |step| step.hints.len());
        if self.run.hints().len() < hints {
            return Ok(());
        }
        let solution = self.run.step().map_or(&[][..], |step| &step.solution);
        let lines: Vec<String> = solution.iter().filter_map(act_line).collect();
        for line in lines {
            self.say(&text::lesson_do_line(&line))?;
        }
        Ok(())
    }

    /// Does what a line says.
    fn follow(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => return Ok(()),
            "goals" => return self.tell_goals(),
            "hint" => {
                let hint = self.run.take_hint().map(|hint| local(hint).to_owned());
                let Some(hint) = hint else { return self.say(text::lesson_no_hint()) };
                self.say(&hint)?;
                return self.tell_acts();
            }
            "undo" => {
                let undone = self.history.undo().is_some();
                self.say(if undone { text::lesson_undone() } else { text::lesson_no_undo() })?;
                if self.run.follow_undo(&self.history) {
                    self.say(text::lesson_back())?;
                    return self.tell_step();
                }
            }
            // What is done would be what the question is about.
            "solution" | "wait" | "do:" | "next" if self.run.question().is_some() => {
                return self.say(text::lesson_answer_first());
            }
            "solution" => {
                self.run.take_back_loss(&mut self.history);
                if let Err((_, error)) = self.run.play_solution(&mut self.history) {
                    self.say(&error.kubectl(""))?;
                }
            }
            "wait" => match duration::parse_days(rest) {
                Some(time) => {
                    self.history.run_until(self.history.now() + time, u64::MAX);
                    self.say(&clock(self.history.now()))?;
                }
                None => self.say(text::lesson_wait_for())?,
            },
            "do:" => self.act(line)?,
            "next" if self.is_only_read() => {}
            "next" => return self.say(text::lesson_not_done()),
            word => match word.parse::<usize>() {
                Ok(number) => self.answer(number)?,
                Err(_) => self.kubectl(line)?,
            },
        }
        self.go_on()
    }

    /// Returns whether the present step asks for nothing but to be read.
    fn is_only_read(&self) -> bool {
        self.run.step().is_some_and(|step| step.goals.is_empty())
    }

    fn answer(&mut self, number: usize) -> Result<(), String> {
        let asked = self.run.question().cloned();
        let chosen = number.checked_sub(1);
        let judged = chosen.and_then(|chosen| self.run.choose(chosen, &self.history).cloned());
        let (Some(asked), Some(answer)) = (asked, judged) else {
            return self.say(text::lesson_no_answer());
        };
        let chosen = &asked.choices[answer.chosen];
        self.say(&verdict(&asked, &answer))?;
        if !answer.is_right() {
            self.say(local(&chosen.because))?;
        }
        if let Some(right) = answer.right_choice {
            self.say(local(&asked.choices[right].because))?;
        }
        self.run.see(&mut self.history);
        Ok(())
    }

    fn act(&mut self, line: &str) -> Result<(), String> {
        let tree = yaml::parse(&format!("{{{line}}}")).ok().and_then(|mut trees| trees.pop());
        if let Some(tree) = tree.as_ref().filter(|tree| tree.get("manifest").is_some()) {
            return self.create(tree);
        }
        let read = tree.map(|tree| action(&tree, &NAMESPACE));
        match read {
            Some(Ok(podlab::sim::scenario::Action { act: Act::Command(command), .. })) => {
                if let Err(error) = self.history.act(vec![command]) {
                    self.say(&error.kubectl(""))?;
                }
                Ok(())
            }
            Some(Err(error)) => self.say(&format!("{}: {}", error.path, error.message)),
            Some(Ok(_)) | None => self.say(text::lesson_no_act()),
        }
    }

    /// Does what an action says that holds the object it creates, as a piece of a solution does.
    fn create(&mut self, action: &Node) -> Result<(), String> {
        match with_manifest(action, self.history.sim().settings().release) {
            Some(Ok(command)) => match self.history.act(vec![command]) {
                Ok(()) => Ok(()),
                Err(error) => self.say(&error.kubectl("")),
            },
            Some(Err(found)) => {
                let wrong: Vec<String> = found
                    .iter()
                    .map(|wrong| format!("{}: {}", wrong.path, wrong.message))
                    .collect();
                self.say(&wrong.join("\n"))
            }
            None => self.say(text::lesson_no_act()),
        }
    }

    fn kubectl(&mut self, line: &str) -> Result<(), String> {
        let asked = command(self.history.sim(), &NAMESPACE, line);
        self.say_if_any(&asked.out)?;
        self.say_if_any(&asked.err)?;
        if asked.is_output_unknown {
            self.say(text::console_no_output())?;
        }
        if asked.commands.is_empty() {
            return Ok(());
        }
        if self.run.question().is_some() {
            return self.say(text::lesson_answer_first());
        }
        let whole = Command::Kubectl { namespace: NAMESPACE, line: line.to_owned().into() };
        match self.history.act(vec![whole]) {
            Ok(()) => {
                for (_, says) in &asked.commands {
                    self.say(says)?;
                }
                Ok(())
            }
            Err(error) => self.say(&asked.refusal(&error)),
        }
    }

    fn say_if_any(&mut self, printed: &str) -> Result<(), String> {
        if printed.is_empty() { Ok(()) } else { self.say(printed) }
    }

    /// Goes on to the next step when the present one is done, else tells what is open.
    fn go_on(&mut self) -> Result<(), String> {
        if self.run.question().is_some() {
            return Ok(());
        }
        self.tell_goals()?;
        if self.run.is_step_done(&self.history) {
            self.run.next(&self.history);
            return self.tell_step();
        }
        Ok(())
    }
}

/// Returns the line that does what a piece of a solution does; `None` where it is no action of a scenario.
fn act_line(work: &Work) -> Option<String> {
    let written = serde_json::to_value(work).ok()?;
    let fields = written.as_object()?;
    let action = fields.get("do")?.as_str()?;
    let others = fields.iter().filter(|(key, _)| *key != "do");
    let others = others.map(|(key, value)| format!(", {key}: {value}"));
    Some(format!("do: {action}{}", others.collect::<String>()))
}
