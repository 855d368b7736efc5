//! Links to what Podlab shows. A link is the fragment of the page's address:
//!
//! - `#/scene/crash-loop?at=90s&panel=events`, a scene of the picker,
//! - `#/example/exits-1/OnFailure`, a cell of the example states,
//! - `#/run/v1.CHECKSUM.DATA`, a run with its acts and branches: the run file in one line, packed with DEFLATE, in the letters of
//!   base64url; `v1u.` is the same unpacked. The checksum is FNV-1a of the file's text, in eight hexadecimal digits.
//!
//! Nothing here knows the browser: who has a [`Packed`] unpacks it with what there is, up to [`MOST_TEXT`] bytes, and hands the
//! bytes to [`Packed::text`] and the text to [`read_run`].
//!
//! ```
//! use podlab_link::{Permalink, Place};
//! let link = Permalink::parse("#/scene/crash-loop?at=90s").unwrap();
//! assert_eq!(link.place, Place::Scene("crash-loop".into()));
//! assert_eq!(link.view.at, Some(podlab::base::time::SimTime::from_seconds(90)));
//! assert_eq!(link.fragment(), "#/scene/crash-loop?at=90s");
//! ```

mod limits;
mod packed;
mod place;
pub mod qr;
pub mod snippets;
mod view;
mod wrong;

pub use limits::{MOST_CHARS, MOST_TEXT, read_run};
pub use packed::Packed;
pub use place::{Permalink, Place};
pub use view::{Compared, LATEST, View};
pub use wrong::{TooMany, Wrong};
