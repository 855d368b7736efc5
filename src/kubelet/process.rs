//! The processes of containers: how far each is with its program, what it has written, how it reacts to signals, and what
//! commands that run beside it answer. See [`crate::cluster::program`].

use super::runtime::{Instance, InstanceState};
use super::worker::{ContainerIndex, PodWorker};
use super::{Context, program, servers};
use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::cause::Cause;
use crate::cluster::event::{InstanceId, SimEvent};
use crate::cluster::fact::{Fact, ProgramEvent};
use crate::cluster::plan::{Exec, Stop};
use crate::cluster::program::{End, Ended, Files, Program, Step};
use crate::cluster::world::{About, Programs, World};
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

/// Returns the program that an instance runs, and how many of its steps are done.
fn running(world: &World, pod: &Pod, instance: &Instance) -> Option<(Program, u32)> {
    let done = instance.program?;
    let container = ContainerIndex::find(&pod.spec, &instance.container)?.of(&pod.spec);
    if container.image == instance.image {
        return Some((program::read(world, pod, container)?, done));
    }
    let own = Container { image: instance.image.clone(), ..container.clone() };
    Some((program::read(world, pod, &own)?, done))
}

/// Begins the program of an instance.
pub(crate) fn begin(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
    container: &Container,
) {
    let Some(program) = program::of(cx.world, &worker.pod, container) else { return };
    let next = next(cx.world, &worker.pod, &program, 0);
    let (done, wait) = match next {
        Next::Wait(done, wait) => (done, Some(wait)),
        Next::Exit(done, _) => (done, Some(0)),
        Next::Rest(done) => {
            rest(cx, worker, id);
            (done, None)
        }
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

/// Notes that the program of an instance has come to the end of its steps, and goes on for ever.
fn rest(cx: &Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    if let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) {
        instance.loops_since = Some(cx.world.now);
    }
}

/// Continues a program that slept, or that looks again whether servers are there.
/// Returns the code with which the program ends now, if it does.
pub(crate) fn stepped(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) -> Option<i32> {
    let runs = |instance: &&Instance| instance.state == InstanceState::Running;
    let instance = worker.runtime.instance(id).filter(runs)?;
    let (program, before) = running(cx.world, &worker.pod, instance)?;
    let slept = matches!(program.steps.get(before as usize), Some(Step::Sleep(_)));
    let next = next(cx.world, &worker.pod, &program, before + u32::from(slept));
    let (done, wait, code) = match next {
        Next::Wait(done, wait) => (done, Some(wait), None),
        Next::Exit(done, code) => (done, None, Some(code)),
        Next::Rest(done) => {
            rest(cx, worker, id);
            (done, None, None)
        }
    };
    let container = worker.runtime.instance(id).map(|instance| instance.container.clone());
    let place = container.and_then(|name| ContainerIndex::find(&worker.pod.spec, &name));
    let message = place.map(|place| message_path(place.of(&worker.pod.spec)));
    let before = program.files(before as usize);
    let changed = program.files(done as usize).into_iter().filter_map(|(path, file)| {
        let was_there = before.get(&path).is_some_and(Option::is_some);
        // The kubelet creates the file of the termination message itself.
        let is_message = message.as_ref() == Some(&path);
        (was_there != file.is_some() && !is_message).then_some((path, file.is_some()))
    });
    record_files(cx, worker, id, changed);
    set_done(worker, id, done);
    if let Some(wait) = wait {
        cx.world.schedule(wait, SimEvent::ProgramStepped { pod: worker.id, instance: id });
    }
    code
}

/// Records which files the program of an instance has created, and which it has removed. Rule W-1.
fn record_files(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
    changed: impl Iterator<Item = (Text, bool)>,
) {
    let cause = cx.world.cause;
    for (path, is_there) in changed {
        let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) else { return };
        let event = if is_there {
            ProgramEvent::FileCreated(path.clone())
        } else {
            ProgramEvent::FileRemoved(path.clone())
        };
        let fact = Fact::Program { container: instance.container.clone(), event };
        cx.world.record(About::Pod(worker.id), fact, Rule::W1);
        instance.file_causes.insert(path, cx.world.cause);
        // What the program does next does not follow from that.
        cx.world.cause = cause;
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

/// Returns the path of the file that the termination message of a container is read from. Rule P-315.
fn message_path(container: &Container) -> Text {
    const PATH: Text = Text::Static("/dev/termination-log");
    let path = &container.termination_message_path;
    if path.is_empty() { PATH } else { path.clone() }
}

/// Returns what an instance has printed, and the file that its termination message is read from. Rule P-315.
pub(crate) fn left(world: &World, pod: &Pod, instance: &Instance) -> Option<(Text, Text)> {
    let (program, done) = running(world, pod, instance)?;
    let container = ContainerIndex::find(&pod.spec, &instance.container)?.of(&pod.spec);
    let file = program.files(done as usize).remove(&message_path(container)).flatten();
    Some((program.printed(done as usize), file.unwrap_or_default()))
}

/// Returns what an instance has printed up to now or to its end, if Podlab reads its program.
pub(crate) fn log(world: &World, pod: &Pod, instance: &Instance) -> Option<String> {
    let (program, done) = running(world, pod, instance)?;
    let until = match instance.state {
        InstanceState::Exited => instance.finished,
        InstanceState::Created | InstanceState::Running => world.now,
    };
    Some(
        program
            .log(done as usize, instance.loops_since.map(|loops_since| until.since(loops_since))),
    )
}

/// Returns the answer to a command that is run in an instance: as a script says, else as the command itself says, else
/// success.
pub fn exec(world: &World, worker: &PodWorker, instance: &Instance, command: &[Text]) -> Exec {
    let pod = &worker.pod;
    let line = command.join(" ");
    if let Some(told) = world.scripts.exec(&pod.metadata.name, &instance.container, &line) {
        return told;
    }
    let ended = answer(world, pod, instance, command, files(world, pod, instance));
    ended.map_or(Exec::default(), |ended| Exec {
        code: ended.code,
        out: ended.out,
        delay: ended.delay,
        ..Exec::default()
    })
}

/// Returns what decides the answer of a command: the last change of a file without which the answer would be another one.
pub(crate) fn cause_of_exec(
    world: &World,
    pod: &Pod,
    instance: &Instance,
    command: &[Text],
) -> Option<Cause> {
    let present = files(world, pod, instance);
    let code = |files: Files| answer(world, pod, instance, command, files).map(|ended| ended.code);
    let decides = |path: &Text| {
        let mut other = present.clone();
        let file = other.entry(path.clone()).or_default();
        *file = if file.is_some() { None } else { Some(Text::default()) };
        code(other) != code(present.clone())
    };
    let deciding = instance.file_causes.iter().filter(|(path, _)| decides(path));
    deciding.map(|(_, cause)| *cause).reduce(Cause::later)
}

/// Returns the files that the program of an instance has made or removed.
fn files(world: &World, pod: &Pod, instance: &Instance) -> Files {
    let program = running(world, pod, instance);
    program.map_or(Files::new(), |(program, done)| program.files(done as usize))
}

/// Returns the answer to a command that is run in an instance beside these files, as the command itself says.
fn answer(
    world: &World,
    pod: &Pod,
    instance: &Instance,
    command: &[Text],
    files: Files,
) -> Option<Ended> {
    let place = ContainerIndex::find(&pod.spec, &instance.container);
    let place = place.filter(|_| world.settings.programs == Programs::Read)?;
    Program::answer(command, place.of(&pod.spec), &pod.metadata.namespace, files)
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
