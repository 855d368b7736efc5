//! Links to what Podlab shows. A link is the fragment of the page's address:
//!
//! - `#/scene/crash-loop?at=90s&panel=events`, a scene of the picker,
//! - `#/example/exits-1/OnFailure`, a cell of the example states,
//! - `#/run/v1.CHECKSUM.DATA`, a run with its acts and branches. DATA is the run file on one line, packed with DEFLATE
//!   and written in base64url; with `v1u.` it is not packed. CHECKSUM is the FNV-1a hash of the file's text, in eight
//!   hexadecimal digits.
//! - `#/lesson/phase-and-status`, a lesson that comes with Podlab, and `#/lesson/v1.CHECKSUM.DATA`, the file of another one. Of the view
//!   a lesson takes the language, and whether it is shown to a room.
//! - `#/present/v1.CHECKSUM.DATA`, the file of a presentation.
//!
//! This crate does not need a browser. The caller unpacks a [`Packed`] with its own code, up to [`MOST_TEXT`] bytes,
//! hands the bytes to [`Packed::text`], and hands the text to [`read_run`], [`read_lesson`] or [`read_presentation`].
//!
//! ```
//! use podlab_link::{Permalink, LinkTarget};
//! let link = Permalink::parse("#/scene/crash-loop?at=90s").unwrap();
//! assert_eq!(link.target, LinkTarget::Scene("crash-loop".into()));
//! assert_eq!(link.view.at, Some(podlab::base::time::SimTime::from_seconds(90)));
//! assert_eq!(link.fragment(), "#/scene/crash-loop?at=90s");
//! ```

mod error;
mod limits;
mod packed;
mod permalink;
pub mod qr;
mod read;
pub mod snippets;
mod view;

pub use error::{LinkError, TooMany};
pub use limits::{MOST_CHARS, MOST_TEXT};
pub use packed::Packed;
pub use permalink::{LinkTarget, Permalink};
pub use read::{read_lesson, read_presentation, read_run};
pub use view::{Compared, LATEST, View};
