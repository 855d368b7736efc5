//! The page, figures and sites in a browser: one binary, so that browsers are started once and not for each file.
//! `cargo test -p podlab-browser-tests MODULE::` runs one module.

mod bundled;
mod compare;
mod console;
mod element;
mod element_life;
mod embed;
mod explorer;
mod figure_policy;
mod first_look;
mod glossary;
mod harness;
mod hostile;
mod languages;
mod lessons;
mod links;
mod loading;
mod long_runs;
mod offline;
mod one_file;
mod page;
mod panels;
mod picker;
mod pod_lab;
mod policy;
mod rules;
mod scenes;
mod share;
mod sites;
mod stage;
mod stateful_set_stage;
mod storage;
mod stuck;
mod tracks;
mod way_back;
