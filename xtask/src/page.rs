//! Building and serving the page.

use crate::server::{self, Site};
use crate::shell::{self, command};
use crate::{Outcome, package, paths, publish, tools};

/// The port of `cargo xtask serve` unless told otherwise.
pub const DEFAULT_PORT: u16 = 8080;

/// Builds all that is published: the page with the page for iframes in `dist/`, and the npm package.
pub fn build() -> Outcome {
    tools::ensure_for_all()?;
    eprintln!("Building the page (about two minutes at first)");
    build_with_trunk()?;
    publish::package()?;
    package::embed_into(&paths::dist())?;
    publish::finish()
}

/// Builds the page as it is released, and nothing beside it.
fn build_page() -> Outcome {
    let step = tools::ensure_for_page()?;
    eprintln!("{step}Building the page (about two minutes at first)");
    build_with_trunk()?;
    publish::offline::write_files()
}

fn build_with_trunk() -> Outcome {
    shell::run(trunk("build").arg("--release").env_remove("RUSTFLAGS"))
}

/// Builds the page and serves it until interrupted.
pub fn serve(port: u16) -> Outcome {
    let listener = server::listen(port).map_err(|error| {
        format!("port {port} cannot be used ({error}); choose another with --port N")
    })?;
    build_page()?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("Podlab is at http://localhost:{}/ (stop with Ctrl+C)", address.port());
    let site = Site {
        folders: vec![("/", paths::dist())],
        unrestricted: vec!["/podlab.html"],
        ..Site::default()
    };
    server::serve(&listener, site);
    Ok(())
}

/// Serves an unoptimised page that is rebuilt when a file changes.
pub fn serve_dev(port: u16) -> Outcome {
    let step = tools::ensure_for_page()?;
    println!("{step}Podlab will be at http://localhost:{port}/ (stop with Ctrl+C)");
    shell::run(trunk("serve").args(["--port", &port.to_string(), "--dist", "target/dist-dev"]))
}

fn trunk(action: &str) -> std::process::Command {
    let mut command = command("trunk");
    command
        .args([action, "--offline", "--skip-version-check"])
        // Trunk reads NO_COLOR as a truth value and refuses "1".
        .env_remove("NO_COLOR");
    command
}
