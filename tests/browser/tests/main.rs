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
mod harness;
mod hostile;
mod kubelet;
mod languages;
mod links;
mod loading;
mod long_runs;
mod nodes;
mod offline;
mod one_file;
mod page;
mod panels;
mod pod_lab;
mod policy;
mod share;
mod sites;
mod stateful_set_acts;
mod stateful_set_fields;
mod stateful_set_order;
mod stateful_set_stage;
mod storage;
mod stuck;
mod time;
mod tracks;
mod way_back;
mod workloads;
