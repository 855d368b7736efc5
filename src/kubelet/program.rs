//! The programs of containers, as far as their commands say what they do. See [`crate::cluster::program`].

use super::Context;
use super::runtime::{Instance, InstanceState};
use super::servers;
use super::stop;
use super::worker::{ContainerIndex, PodWorker};
use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::event::{InstanceId, SimEvent};
use crate::cluster::plan::{Exec, Stop};
use crate::cluster::program::{End, Files, Program, Step};
use crate::cluster::world::{Programs, World};
use crate::rules::Rule;
use std::rc::Rc;

/// The exit code of a process that SIGTERM ended.
const TERMINATED: i32 = 143;

/// What a program does next.
enum Next {
    /// It is at this step, and comes to the next one, or looks again, after so many milliseconds.
    Wait(u32, u64),
    /// It ends with this code after this step.
    Exit(u32, i32),
    /// It does nothing more after this step.
    Rest(u32),
}

/// Returns what the program of a container does that starts now, if commands are read and Podlab knows this one. A program is
/// not known when it waits for a server of which nothing tells whether it is there.
pub(crate) fn of(world: &World, pod: &Pod, container: &Container) -> Option<Program> {
    let program = read(world, pod, container)?;
    let mut awaited = program.steps.iter().flat_map(Step::servers);
    awaited.all(|server| servers::is_known(world, pod, server)).then_some(program)
}

/// Returns what the command of a container says, if commands are read.
fn read(world: &World, pod: &Pod, container: &Container) -> Option<Program> {
    let place = ContainerIndex::find(&pod.spec, &container.name);
    // A person types into the shell of an ephemeral container, so it does not end at once.
    if matches!(place, Some(ContainerIndex::Ephemeral(_))) && container.command.is_empty() {
        return None;
    }
    match world.settings.programs {
        Programs::Read => Program::of(container, &pod.metadata.namespace),
        Programs::Scripted => None,
    }
}

/// What decides how long a container runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A script says it.
    Script,
    /// Its command does.
    Command(Program),
    /// Its command names no program, so the runtime cannot start it. The text is the name that the command has.
    Missing(Text),
    /// Nothing does: it runs until it is told to end.
    Nothing,
}

/// Returns what decides how long a container of a Pod runs that starts for the first time.
pub fn source(world: &World, pod: &Pod, container: &Container) -> Source {
    if world.scripts.scripted_run(&pod.metadata.name, &container.name, 0).is_some() {
        return Source::Script;
    }
    if let Some(name) = missing(world, container) {
        return Source::Missing(name);
    }
    of(world, pod, container).map_or(Source::Nothing, Source::Command)
}

/// Returns the name of the program of a container when there is no such program, if commands are read.
fn missing(world: &World, container: &Container) -> Option<Text> {
    match world.settings.programs {
        Programs::Read => Program::missing(container).map(Text::from),
        Programs::Scripted => None,
    }
}

/// Returns the error with which the runtime fails to start a container: as a script says, else because its command names no
/// program. Rules P-305, P-309.
/// Models runc libcontainer/standard_init_linux.go, which looks for the program in the folders of `PATH`.
pub fn start_error(world: &World, pod: &Pod, container: &Container) -> Option<Text> {
    const STEPS: &str = "failed to create containerd task: failed to create shim task: OCI runtime create failed: \
        runc create failed: unable to start container process";
    if let Some(error) = world.scripts.start_error(&pod.metadata.name, &container.name) {
        return Some(error).filter(|error| !error.is_empty());
    }
    let Source::Missing(name) = source(world, pod, container) else { return None };
    let why = if name.contains('/') {
        format!("stat {name}: no such file or directory")
    } else {
        "executable file not found in $PATH".to_owned()
    };
    Some(format!("{STEPS}: exec: {:?}: {why}: unknown", name.as_str()).into())
}

/// Returns the program that an instance runs, and how many of its steps are done.
fn running(world: &World, pod: &Pod, instance: &Instance) -> Option<(Program, u32)> {
    let done = instance.program?;
    let container = ContainerIndex::find(&pod.spec, &instance.container)?.of(&pod.spec);
    Some((read(world, pod, container)?, done))
}

/// Begins the program of an instance.
pub(crate) fn begin(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
    container: &Container,
) {
    let Some(program) = of(cx.world, &worker.pod, container) else { return };
    let next = next(cx.world, &worker.pod, &program, 0);
    let (done, wait) = match next {
        Next::Wait(done, wait) => (done, Some(wait)),
        Next::Exit(done, _) => (done, Some(0)),
        Next::Rest(done) => (done, None),
    };
    set_done(worker, id, done);
    if let Some(wait) = wait {
        cx.world.schedule(wait, SimEvent::ProgramStepped { pod: worker.id, instance: id });
    }
}

fn set_done(worker: &mut PodWorker, id: InstanceId, done: u32) {
    if let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) {
        instance.program = Some(done);
    }
}

/// Continues a program that slept, or that looks again whether servers are there.
pub(crate) fn stepped(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    let runs = |instance: &&Instance| instance.state == InstanceState::Running;
    let Some(instance) = worker.runtime.instance(id).filter(runs) else { return };
    let Some((program, done)) = running(cx.world, &worker.pod, instance) else { return };
    let slept = matches!(program.steps.get(done as usize), Some(Step::Sleep(_)));
    match next(cx.world, &worker.pod, &program, done + u32::from(slept)) {
        Next::Wait(done, wait) => {
            set_done(worker, id, done);
            cx.world.schedule(wait, SimEvent::ProgramStepped { pod: worker.id, instance: id });
        }
        Next::Exit(done, code) => {
            set_done(worker, id, done);
            stop::exit(cx, worker, id, code, Text::default(), &Text::default(), Rule::P309);
        }
        Next::Rest(done) => set_done(worker, id, done),
    }
}

/// Returns what a program does next when so many of its steps are done.
fn next(world: &World, pod: &Pod, program: &Program, done: u32) -> Next {
    let mut done = done;
    while let Some(step) = program.steps.get(done as usize) {
        match step {
            Step::Sleep(time) => return Next::Wait(done, *time),
            Step::Await { servers, every } => {
                if !servers.iter().all(|server| servers::is_there(world, pod, server)) {
                    return Next::Wait(done, *every);
                }
            }
            Step::Print(_) | Step::Write { .. } | Step::Remove(_) => {}
        }
        done += 1;
    }
    match program.end {
        End::Exit(code) => Next::Exit(done, code),
        End::Forever => Next::Rest(done),
    }
}

/// Returns what an instance has printed, and the file that its termination message is read from. Rule P-315.
pub(crate) fn left(world: &World, pod: &Pod, instance: &Instance) -> Option<(Text, Text)> {
    const PATH: &str = "/dev/termination-log";
    let (program, done) = running(world, pod, instance)?;
    let container = ContainerIndex::find(&pod.spec, &instance.container)?.of(&pod.spec);
    let path = Some(container.termination_message_path.as_str()).filter(|path| !path.is_empty());
    let file = program.files(done as usize).remove(path.unwrap_or(PATH)).flatten();
    Some((program.printed(done as usize), file.unwrap_or_default()))
}

/// Returns the answer to a command that is run in an instance: as a script says, else as the command itself says, else
/// success.
pub fn exec(world: &World, worker: &PodWorker, instance: &Instance, command: &[Text]) -> Exec {
    let pod = &worker.pod;
    let line = command.join(" ");
    if let Some(told) = world.scripts.exec(&pod.metadata.name, &instance.container, &line) {
        return told;
    }
    let place = ContainerIndex::find(&pod.spec, &instance.container);
    let Some(place) = place.filter(|_| world.settings.programs == Programs::Read) else {
        return Exec::default();
    };
    let program = running(world, pod, instance);
    let files = program.map_or(Files::new(), |(program, done)| program.files(done as usize));
    let (container, namespace) = (place.of(&pod.spec), &pod.metadata.namespace);
    let ended = Program::answer(command, container, namespace, files);
    ended.map_or(Exec::default(), |ended| Exec {
        code: ended.code,
        out: ended.out,
        delay: ended.delay,
        ..Exec::default()
    })
}

/// Returns whether the program of an instance ignores the signal that stops it.
pub fn ignores_stop(world: &World, pod: &Pod, instance: &Instance) -> bool {
    stop(world, pod, instance, "SIGTERM").after.is_none()
}

/// Returns how an instance reacts to a stop signal. Rule P-807.
///
/// The programs that Podlab reads have no handlers. As the first process of their container they ignore the signal; when
/// the Pod's containers share one process namespace they are not the first, and it ends them.
pub(crate) fn stop(world: &World, pod: &Pod, instance: &Instance, signal: &str) -> Stop {
    let (name, container) = (&pod.metadata.name, &instance.container);
    if instance.program.is_none() || world.scripts.has_stop(name, container) {
        return world.scripts.stop_by(name, container, signal);
    }
    let shares = pod.spec.share_process_namespace == Some(true);
    Stop { after: shares.then_some(0), code: TERMINATED }
}
