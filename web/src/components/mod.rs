//! What the page draws. Each file is one component: a function from the state of the page to its markup.

pub mod answers;
mod backoff_ring;
pub mod capsule;
mod container_card;
pub mod controls;
pub mod editor_dialog;
mod faults;
pub mod help_dialog;
mod init_stones;
mod modal;
mod number_field;
mod parts;
mod probe_lamp;
pub mod replace_card;
pub mod say;
mod scene_picker;
mod spec_editor;
mod termination_strip;
pub mod top_bar;
pub mod tracks;
pub mod transport;
mod why;
