//! `podlab run`: manifests and scenarios in simulated time.

mod printer;
mod programs;
mod settings;

use crate::arguments::{ClusterOptions, Files, LanguageOption, RunOptions};
use crate::failure::Failure;
use crate::files::{Contents, Texts, USUAL, check_target, save, saved};
use crate::progress::{Progress, of};
use crate::terminal::{Escaping, Form};
use crate::values;
use crate::why::{Question, Why};
use clap::{ValueEnum, ValueHint};
use podlab::api::Resource;
use podlab::api::pod::Pod;
use podlab::apiserver::columns::Columns;
use podlab::base::duration;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::files::player::{Player, Refusal};
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::Scenario;
use podlab_messages::{Catalog, Language, speak};
use printer::Printer;
use std::io::{self, Write};
use std::path::PathBuf;

const HELP: &str = "\
A SUBJECT is phase, status, node, deletion, a condition such as Ready, a container, or a container
with .ready, .restarts, .liveness, .readiness or .startup after its name.

A scenario has a list of actions, each with the second at which it is done:
  apiVersion: podlab/v1
  kind: Scenario
  metadata: {name: exits}
  actions:
  - {t: 30, do: container-exit, pod: web, container: app, code: 1}
  - {t: 60, do: kubectl, cmd: delete pod web}

Examples:
  podlab run crash-loop                        ten minutes of a scene, as kubectl get pods -w
  podlab run pod.yaml actions.yaml -o events   several files make one run
  podlab run web.yaml --until 2m --why web-1   why web-1 is as it is after two minutes
  podlab run web.yaml --why pvc/data-web-0     why a claim is as it is
  podlab run web.yaml --why shop/web-1         the same of a Pod in the namespace shop
  podlab run web.yaml --save web.run.json      a file that runs again and opens on the page
  podlab run -f manifests/ --until 1d          all manifests of a folder, for a day
  kubectl get pod web-0 -o yaml | podlab run -";

/// Runs manifests and scenarios in simulated time and prints what a watch shows
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// Simulated time to run, such as 90s, 1h30m or 1d, or never for ten years [default: the scenario's, or 10m]
    #[arg(long, value_name = "TIME", value_parser = values::duration, allow_hyphen_values = true)]
    until: Option<SimTime>,
    #[command(flatten)]
    options: RunOptions,
    /// What is printed
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    output: Output,
    /// Print why the object is as it is at the end, or why it is not there, and what it waits for
    #[arg(long, value_name = "[KIND/][NAMESPACE/]NAME[/SUBJECT]")]
    why: Option<Question>,
    /// Also run a Pod of the template of each Job, CronJob, DaemonSet and ReplicationController
    #[arg(long)]
    template: bool,
    #[command(flatten)]
    language: LanguageOption,
    /// Write the run to a file that runs again and opens on the page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    #[command(flatten)]
    cluster: ClusterOptions,
}

/// What is printed of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// Lines as kubectl get pods -w prints them
    #[default]
    Table,
    /// The same with the columns of kubectl get pods -o wide
    Wide,
    /// What kubectl get pods -o yaml prints at the end
    Yaml,
    /// The trace, in the schema of recorded runs
    Json,
    /// Lines as kubectl get events -w prints them
    Events,
    /// What kubectl describe pods prints at the end
    Describe,
    /// What kubectl get nodes and kubectl describe nodes print at the end
    Nodes,
}

/// A run that is ready to begin: every argument and every file is understood.
#[derive(Debug)]
pub struct Run {
    player: Player,
    /// Actions of the first moment that were refused.
    refused: Vec<Refusal>,
    output: Output,
    until: SimTime,
    name: String,
    title: String,
    has_namespaces: bool,
    /// Whether there are objects with templates of Pods that Podlab does not run.
    has_templates: bool,
    why: Option<Why>,
    save: Option<(PathBuf, RunFile)>,
    /// How the programs of containers are run.
    notes: Vec<String>,
}

impl Run {
    /// Reads the files.
    ///
    /// # Errors
    /// What is wrong with the arguments or the files.
    pub fn prepare(args: Args) -> Result<Run, Failure> {
        let mut texts = Texts::read(&args.files)?;
        if args.template {
            texts.add_pods_of_templates();
        }
        let contents = texts.contents(&args.options)?;
        check_target(args.save.as_deref())?;
        speak(args.language.language.and_then(Catalog::of));
        match contents {
            Contents::Saved(run) => Run::of_saved(*run, args),
            Contents::Scenario(scenario, settings) => {
                Run::of_scenario(&scenario, *settings, &texts, args)
            }
        }
    }

    fn of_scenario(
        scenario: &Scenario,
        mut settings: Settings,
        texts: &Texts,
        args: Args,
    ) -> Result<Run, Failure> {
        if scenario.objects.is_empty() && scenario.actions.is_empty() {
            let problem = "there is no object in it and no scenario; nothing can run";
            return Err(texts.problem(problem));
        }
        let until = args.until.or(scenario.until).unwrap_or(USUAL);
        settings::configure(&args.cluster, &mut settings)?;
        let save = args.save.map(|path| (path, saved(scenario, settings.clone(), until)));
        let (player, refused) = texts.begin(scenario, settings)?;
        Ok(Run {
            notes: programs::notes(player.sim.world(), scenario.objects.iter()),
            player,
            refused,
            output: args.output,
            until,
            name: scenario.name.to_string(),
            title: scenario.title.in_language(Language::English).to_string(),
            has_namespaces: has_namespaces(scenario.objects.iter()),
            has_templates: scenario.objects.iter().any(is_template),
            why: args.why.map(Why::new),
            save,
        })
    }

    fn of_saved(run: RunFile, args: Args) -> Result<Run, Failure> {
        if settings::is_any_given(&args.cluster) {
            return Err(Failure::Usage("a saved run has its own settings".to_owned()));
        }
        let until = args.until.unwrap_or(run.now);
        let plans = run.branches.iter().filter(|branch| branch.id == run.current);
        let commands = plans.flat_map(|branch| &branch.plan).flat_map(|planned| &planned.commands);
        let objects = commands.filter_map(Command::created);
        let has_namespaces = has_namespaces(objects.clone());
        let mut player = Player::of_run(&run);
        Ok(Run {
            notes: programs::notes(player.sim.world(), objects),
            refused: player.take_refusals(),
            player,
            output: args.output,
            until,
            name: String::new(),
            title: run.title.to_string(),
            has_namespaces,
            has_templates: false,
            why: args.why.map(Why::new),
            save: args.save.map(|path| (path, RunFile { now: until, ..run })),
        })
    }

    /// Whether the run prints nothing before its end.
    fn is_silent(&self) -> bool {
        match self.output {
            _ if self.why.is_some() => true,
            Output::Table | Output::Wide | Output::Json | Output::Events => false,
            Output::Yaml | Output::Describe | Output::Nodes => true,
        }
    }

    /// Whether nothing but Pods is printed.
    fn is_of_pods(&self) -> bool {
        match self.output {
            _ if self.why.is_some() => false,
            Output::Table | Output::Wide | Output::Yaml | Output::Describe => true,
            Output::Json | Output::Events | Output::Nodes => false,
        }
    }

    /// Runs and prints; what is refused on the way goes to `errors`. Returns what could not be done at the end.
    ///
    /// # Errors
    /// When nothing can be written any more.
    pub fn run(
        mut self,
        out: &mut impl Write,
        errors: &mut impl Write,
    ) -> io::Result<Option<Failure>> {
        let form =
            if self.output == Output::Json && self.why.is_none() { Form::Json } else { Form::Text };
        let (out, errors) = (&mut Escaping::new(out, form), &mut Escaping::new(errors, Form::Text));
        let wide = self.output == Output::Wide;
        let columns = Columns { namespace: self.has_namespaces, wide };
        let release = self.player.sim.settings().release;
        let mut printer = Printer::new(self.output, columns, release, self.until);
        if self.why.is_none() {
            printer.begin(&self.name, &self.title, self.until, &self.player.sim, out)?;
        }
        for note in std::mem::take(&mut self.notes) {
            writeln!(errors, "{note}")?;
        }
        for refusal in std::mem::take(&mut self.refused) {
            writeln!(errors, "{}", refusal_line(&refusal))?;
        }
        let mut progress = self.is_silent().then(Progress::default);
        loop {
            if let Some(progress) = &mut progress {
                progress.show(|| of(self.player.sim.now(), self.until));
            }
            match &mut self.why {
                Some(why) => why.watch(&mut self.player.sim),
                None => printer.show(&mut self.player.sim, out)?,
            }
            for refusal in self.player.take_refusals() {
                writeln!(errors, "{}", refusal_line(&refusal))?;
            }
            if self.player.next_time().is_none_or(|next| next > self.until) {
                break;
            }
            self.player.step();
        }
        self.player.run_until(self.until);
        drop(progress);
        let mut problem = None;
        match &self.why {
            Some(why) => match why.answer(&self.player.sim) {
                Ok(text) => out.write_all(text.as_bytes())?,
                Err(message) => problem = Some(Failure::Usage(format!("--why: {message}"))),
            },
            None => printer.end(&self.player.sim, out)?,
        }
        if self.is_of_pods() && self.player.sim.world().pod_count() == 0 {
            writeln!(errors, "{NO_POD}")?;
            if self.has_templates {
                writeln!(errors, "{TEMPLATES}")?;
            }
        }
        if let Some((path, run)) = &self.save
            && let Err(line) = save(path, run)
        {
            problem = Some(Failure::Input(line));
        }
        out.flush()?;
        Ok(problem)
    }
}

/// What is told of a run in which no Pod came to be, so that there is nothing to print.
const NO_POD: &str =
    "No Pod was created. With -o events the run prints what the controllers report.";

/// What is told too when the objects have templates of Pods.
const TEMPLATES: &str = "With --template the run also has a Pod of each template.";

/// Whether the template of an object could be run.
fn is_template(object: &Resource) -> bool {
    matches!(object, Resource::Kept(kept) if kept.kind.creates_pods())
}

/// Whether Pods of several namespaces are among the objects.
fn has_namespaces<'a>(objects: impl Iterator<Item = &'a Resource>) -> bool {
    let mut namespaces = objects.filter_map(Resource::as_pod).map(namespace);
    let first = namespaces.next();
    namespaces.any(|other| Some(other) != first)
}

/// The namespace a Pod comes to be in.
fn namespace(pod: &Pod) -> &str {
    if pod.metadata.namespace.is_empty() { "default" } else { &pod.metadata.namespace }
}

/// A refusal on the way, as kubectl prints it, with its time.
fn refusal_line(refusal: &Refusal) -> String {
    format!("{}: {}", duration::tenths(refusal.time.0), refusal.error.kubectl(""))
}
