//! A lesson on the page, loaded again whenever its file is saved.

use super::told;
use crate::failure::Failure;
use crate::input;
use crate::packed::packed;
use podlab::ReadOptions;
use podlab::files::lesson_file;
use podlab::lesson::check_variants;
use podlab_link::{LinkTarget, MOST_CHARS, Permalink, View};
use serde::Serialize;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use tiny_http::{Header, Request, Response, Server};

/// The page around the page of Podlab.
const FRAME: &str = include_str!("serve.html");

/// The lesson as it is in its file now.
#[derive(Default, Serialize)]
struct State {
    /// The link to it; empty while it is no lesson.
    link: String,
    /// What its author must put right.
    problems: String,
    #[serde(skip)]
    text: String,
}

/// Serves a lesson to browsers on this machine until the program is ended.
///
/// # Errors
///
/// Returns that there is no page at `page`, that the file cannot be read, or that the port is in use.
pub(super) fn serve(file: &Path, page: &Path, port: u16) -> Result<(), Failure> {
    if !(page.is_file() || page.join("index.html").is_file()) {
        let page = page.display();
        return Err(Failure::Input(format!(
            "{page}: there is no page of Podlab; give its folder, or the file podlab.html, with --page"
        )));
    }
    let mut state = State::default();
    state.read(file)?;
    let address = ("127.0.0.1", port);
    let server = Server::http(address)
        .map_err(|error| Failure::Input(format!("port {port} of this machine: {error}")))?;
    let address = server.server_addr();
    let told = format!(
        "{} is at http://{address}/ and loaded again when it is saved; Ctrl+C ends this\n",
        input::name(file)
    );
    // Who started it reads the address, or does not.
    let mut out = io::stdout().lock();
    drop(out.write_all(told.as_bytes()).and_then(|()| out.flush()));
    drop(out);
    for request in server.incoming_requests() {
        // A visitor who leaves in the middle of an answer is no concern of ours.
        drop(answer(request, file, page, &mut state));
    }
    Ok(())
}

fn answer(request: Request, file: &Path, page: &Path, state: &mut State) -> io::Result<()> {
    let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
    match path.as_str() {
        "/" => request.respond(of_type("text/html; charset=utf-8", FRAME)),
        "/state" => {
            if let Err(failure) = state.read(file) {
                let (Failure::Input(told) | Failure::Usage(told)) = failure;
                (state.link, state.problems, state.text) = Default::default();
                state.problems = told;
            }
            let json = serde_json::to_string(state)?;
            request.respond(of_type("application/json", json))
        }
        path => match path.strip_prefix("/page/").and_then(|path| file_of(page, path)) {
            Some(found) => request.respond(of_type(mime(&found), fs::read(&found)?)),
            None => request.respond(Response::from_string("not found").with_status_code(404)),
        },
    }
}

fn of_type(mime: &str, body: impl Into<Vec<u8>>) -> Response<io::Cursor<Vec<u8>>> {
    let response = Response::from_data(body.into());
    match Header::from_bytes("Content-Type", mime) {
        Ok(header) => response.with_header(header),
        Err(()) => response,
    }
}

/// Returns the file of the page at a path; `None` when there is none, or when the path leads out of the page's folder.
fn file_of(page: &Path, path: &str) -> Option<PathBuf> {
    if page.is_file() {
        return path.is_empty().then(|| page.to_owned());
    }
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_within = path.components().all(|part| matches!(part, Component::Normal(_)));
    Some(page.join(path)).filter(|found| is_within && found.is_file())
}

fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("yaml" | "txt") => "text/plain; charset=utf-8",
        Some(_) | None => "application/octet-stream",
    }
}

impl State {
    /// Reads the file again if it has changed.
    fn read(&mut self, file: &Path) -> Result<(), Failure> {
        let text = input::read_file(file)?;
        if text == self.text && !text.is_empty() {
            return Ok(());
        }
        let options =
            ReadOptions { file: Some(input::name(file).into()), ..ReadOptions::default() };
        let read = lesson_file::read_variants(&text, &options);
        let problems = match &read {
            Ok(variants) => check_variants(variants).err().unwrap_or_default(),
            Err(wrong) => wrong.clone(),
        };
        self.problems = told(&problems, &text);
        self.link = String::new();
        if read.is_ok() {
            let target = LinkTarget::OwnLesson(packed(&text));
            let link = Permalink { target, view: View::default() }.fragment();
            if link.len() > MOST_CHARS {
                self.problems = format!("the lesson is too long for a link\n{}", self.problems);
            } else {
                self.link = link;
            }
        }
        self.text = text;
        Ok(())
    }
}
