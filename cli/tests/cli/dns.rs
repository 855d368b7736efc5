//! `podlab dns` as people call it.

use crate::common::{assert_refused, podlab};

#[test]
fn a_name_is_looked_for_along_the_search_path() {
    let scene = "../../lessons/scenes/sts-claims.yaml";
    let found = podlab(&["dns", "web-0.nginx", scene, "--at", "20s"]);
    assert_eq!(
        found.stdout,
        "web-0.nginx.default.svc.cluster.local: found\nA 10.244.0.2\nThe Pod is ready, so its name resolves. (E-22)\n"
    );
    assert_eq!(found.code, Some(0));
    let lost = podlab(&["dns", "web-7.nginx.", "--from", "other", scene, "--at", "20s"]);
    assert!(lost.stdout.starts_with("web-7.nginx: NXDOMAIN\n"), "{}", lost.stdout);
    assert_eq!(lost.code, Some(1));
    let wrong = podlab(&["dns", "nginx"]);
    assert_refused(&wrong, "no file");
    assert!(wrong.stderr.contains("not provided:\n  <FILE>..."), "{}", wrong.stderr);
}
