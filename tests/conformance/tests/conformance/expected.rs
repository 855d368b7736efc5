//! Every recorded run is replayed and judged by what was recorded; `expected.json` lists what is known to differ.
use podlab_conformance::{expected, replayed};

#[test]
fn replayed_runs_differ_from_recorded_ones_only_where_it_is_known() {
    let outcomes = replayed::outcomes("", "");
    println!("{}", expected::table(&outcomes));
    if std::env::var_os("PODLAB_BLESS").is_some() {
        expected::save(&expected::list(&outcomes));
        return;
    }
    let complaints = expected::complaints(&expected::load(), &outcomes);
    assert!(
        complaints.is_empty(),
        "{} facets are not as tests/conformance/expected.json says:\n{}\n\
         Look into one run with `cargo run -p podlab-conformance --bin judge -- v1.28 A-one-Never-exit0`.\n\
         If the new state is right, write it down: PODLAB_BLESS=1 cargo test -p podlab-conformance",
        complaints.len(),
        complaints.join("\n"),
    );
}
