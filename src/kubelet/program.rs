//! What the programs of containers do, as far as their commands say it. See [`crate::cluster::program`].

use super::known_servers;
use super::worker::ContainerIndex;
use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::program::{Program, Step};
use crate::cluster::world::{Programs, World};

/// Returns what the program of a container does that starts now, if commands are read and Podlab knows this one. A program is
/// not known when it waits for a server of which nothing tells whether it is there.
pub(crate) fn of(world: &World, pod: &Pod, container: &Container) -> Option<Program> {
    let program = read(world, pod, container)?;
    let mut awaited = program.steps.iter().flat_map(Step::servers);
    awaited.all(|server| known_servers::is_known(world, pod, server)).then_some(program)
}

/// Returns what the command of a container says, if commands are read.
pub(crate) fn read(world: &World, pod: &Pod, container: &Container) -> Option<Program> {
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
