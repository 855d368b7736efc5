//! The processes of containers: how far each is with its program, what it has written, how it reacts to signals, and what
//! commands that run beside it answer. See [`crate::cluster::program`].

use super::runtime::{Instance, InstanceState};
use super::worker::{ContainerIndex, PodWorker};
use super::{Context, program, servers};
use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::event::{InstanceId, SimEvent};
use crate::cluster::fact::{Fact, ProgramEvent};
use crate::cluster::plan::{Exec, Stop};
use crate::cluster::program::{End, Files, Program, Step};
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
    let before = program.files(before as usize);
    let changed = program.files(done as usize).into_iter().filter_map(|(path, file)| {
        let was_there = before.get(&path).is_some_and(Option::is_some);
        (was_there != file.is_some()).then_some((path, file.is_some()))
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
            ProgramEvent::FileCreated(path)
        } else {
            ProgramEvent::FileRemoved(path)
        };
        let fact = Fact::Program { container: instance.container.clone(), event };
        cx.world.record(About::Pod(worker.id), fact, Rule::W1);
        instance.files_cause = Some(cx.world.cause);
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

/// Returns what an instance has printed, and the file that its termination message is read from. Rule P-315.
pub(crate) fn left(world: &World, pod: &Pod, instance: &Instance) -> Option<(Text, Text)> {
    const PATH: &str = "/dev/termination-log";
    let (program, done) = running(world, pod, instance)?;
    let container = ContainerIndex::find(&pod.spec, &instance.container)?.of(&pod.spec);
    let path = Some(container.termination_message_path.as_str()).filter(|path| !path.is_empty());
    let file = program.files(done as usize).remove(path.unwrap_or(PATH)).flatten();
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
