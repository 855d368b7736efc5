//! What the page knows in each of its parts. [`crate::app`] changes it, and the components draw it.

mod answers;
mod controls;
mod dialogs;
mod host;
mod kept;
mod labs;
mod lessons;
mod player;
mod preferences;
mod tracks;

pub use answers::{Answers, DnsQuestion};
pub use controls::ControlsState;
pub use dialogs::Dialogs;
pub use host::{Drawn, Host};
pub use kept::KeptRun;
pub use labs::{Labs, NamedLab, unused_name};
pub use lessons::Lessons;
pub use player::{HandOver, Player};
pub use preferences::Preferences;
pub use tracks::{Tracks, Walk};
