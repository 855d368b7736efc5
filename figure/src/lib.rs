//! A run at one moment as a still: the figure of the page's stage as a picture in SVG, a Markdown table, a transcript or a document.
//!
//! What is on the stage, how it looks and what it is called comes from `podlab-stage`, as on the page; so a still shows what the page
//! shows. [`facts`] puts it together, the others draw it.
//!
//! ```
//! use podlab::files::scenario_file::read;
//! use podlab::base::time::SimTime;
//! use podlab_figure::{Figure, Theme};
//!
//! let scenario = read(&podlab_lessons::find("crash-loop").unwrap(), &Default::default()).unwrap();
//! let mut figure = Figure::open(&scenario, scenario.settings(), None).unwrap();
//! figure.go_to(SimTime::from_seconds(60));
//! assert!(figure.svg(Theme::Auto).contains("CrashLoopBackOff"));
//! ```

pub mod card;
pub mod document;
pub mod facts;
pub mod film;
pub mod lab;
pub mod markdown;
pub mod svg;
pub mod transcript;
pub mod words;

pub use card::{Card, CardGoal};
pub use film::Film;
pub use lab::{Figure, Refused};
pub use svg::Theme;
pub use words::speak;
