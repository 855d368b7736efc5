//! What leads to a change.

/// What led to something: the start of the simulation, an act of the learner, or an earlier change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The beginning of the simulation.
    #[default]
    Start,
    /// The act with this number.
    Command(u32),
    /// The change with this number.
    Change(u64),
}

impl Cause {
    /// Returns the later one of two causes that are changes. A cause that is no change is earlier than every change.
    pub(crate) fn later(self, other: Cause) -> Cause {
        let number = |cause| match cause {
            Cause::Change(number) => Some(number),
            Cause::Start | Cause::Command(_) => None,
        };
        if number(other) > number(self) { other } else { self }
    }
}
