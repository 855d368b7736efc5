//! Projects that bundle the package as the documentation says; the tests of the package have built them (`pkg/tests/fresh/`).

use podlab_browser_tests::Page;
use xtask::package;

#[test]
fn figures_and_the_engine_live_in_what_bundlers_make() {
    for (project, path, has_engine) in
        [("vite", "/", true), ("esbuild", "/", true), ("esbuild", "/whole.html", false)]
    {
        let folder = package::fresh().join(project).join("dist");
        assert!(folder.is_dir(), "build it with: cargo xtask test --only package");
        let page = Page::open_served(Page::chosen_browser(), &folder, path, |site| {
            site.unrestricted = vec!["/"];
            // The hash in a file's name may end like the name of the service worker.
            site.withheld.clear();
        });
        page.wait_until(project, |page| page.live_figures() == 1);
        page.wait_until("Korean", |page| page.in_figure("pod-lab", ".say .button") == "왜?");
        if has_engine {
            page.wait_until("the engine", |page| {
                page.attribute("body", "data-seconds").as_deref() == Some("5")
            });
        }
        assert!(page.foreign_requests().is_empty(), "{project}: {:#?}", page.foreign_requests());
    }
}
