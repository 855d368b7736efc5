//! The steps of a look: what a controller asks for, and what each request follows from.

use crate::cluster::world::World;

/// One step of a look.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step<R> {
    /// The request.
    pub request: R,
    /// What it follows from.
    pub follows: Follows,
}

/// What a request follows from: its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    /// What led to the look.
    Look,
    /// The first step of the look.
    First,
    /// The step before.
    Before,
}

impl<R> Step<R> {
    /// Returns a step that follows from what led to the look.
    pub(crate) fn of_look(request: R) -> Self {
        Step { request, follows: Follows::Look }
    }

    /// Returns a step that follows from the first step of the look.
    pub(crate) fn of_first(request: R) -> Self {
        Step { request, follows: Follows::First }
    }

    /// Returns a step that follows from the step before.
    pub(crate) fn then(request: R) -> Self {
        Step { request, follows: Follows::Before }
    }
}

/// Carries out steps in order, each with its cause.
pub(crate) fn carry_out<R>(world: &mut World, steps: Vec<Step<R>>, act: impl Fn(&mut World, R)) {
    let look = world.cause;
    let mut first = None;
    for Step { request, follows } in steps {
        world.cause = match follows {
            Follows::Look => look,
            Follows::First => first.unwrap_or(look),
            Follows::Before => world.cause,
        };
        act(world, request);
        first.get_or_insert(world.cause);
    }
}
