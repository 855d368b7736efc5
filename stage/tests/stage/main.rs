//! What the view models say of small runs that the engine plays.

mod common;
mod containers;
mod init_containers;
mod lanes;
mod latest;
mod levels;
mod partition;
mod probes;
mod quiz;
mod rollouts;
mod rows;
mod scale;
mod scenes;
mod sentences;
mod set_words;
mod sound;
mod specs;
mod summary;
mod tones;
mod view;
mod why;
