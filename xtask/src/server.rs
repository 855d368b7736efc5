//! A small static web server: what `cargo xtask serve` shows and what the browser tests open.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::iter;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::publish::POLICY;

/// The address of the script that a site adds to its pages, see [`Site::script`].
const SCRIPT_PATH: &str = "/podlab-site-script.js";

/// What a server shows.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Folders of files, each below the path it is shown at; the first path that fits a request decides.
    pub folders: Vec<(&'static str, PathBuf)>,
    /// A script that every HTML page runs before its own; the browser tests watch for errors with it.
    pub script: Option<String>,
    /// While this is true, no request gets an answer.
    pub is_cut_off: Arc<AtomicBool>,
    /// Beginnings of the paths of pages that are bound to a policy of their own.
    pub policies: Vec<(&'static str, String)>,
    /// Beginnings of the paths of pages that say themselves what they may do; all others are bound to [`POLICY`].
    pub unrestricted: Vec<&'static str>,
    /// Whether pages of other origins may read what is here.
    pub is_for_all_origins: bool,
    /// Parts of paths that are not answered, although there are such files.
    pub withheld: Vec<&'static str>,
    /// Parts of paths that are answered only once `is_open`.
    pub late: Vec<&'static str>,
    /// Parts of paths that the server says it cannot answer now until it `is_open`.
    pub lost: Vec<&'static str>,
    /// Whether those are answered.
    pub is_open: Arc<AtomicBool>,
    /// Files as they are sent compressed, each once it was asked for, if the site compresses.
    pub compressed: Option<Compressed>,
    /// The paths that were asked for, in order, with their queries.
    pub asked: Arc<Mutex<Vec<String>>>,
}

/// Files in the form in which they are sent.
pub type Compressed = Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>;

/// An answer to one request.
struct Response {
    status: &'static str,
    mime: &'static str,
    encoding: &'static str,
    body: Vec<u8>,
}

impl Response {
    fn text(status: &'static str, body: String) -> Self {
        Self { status, mime: mime(Path::new("a.txt")), encoding: "", body: body.into_bytes() }
    }
}

/// Listens on the port of this machine alone; port 0 takes a free one.
///
/// # Errors
///
/// Returns the error of the system, such as a port that is in use.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Serves the site until the program ends.
pub fn serve(listener: &TcpListener, site: Site) {
    let site = Arc::new(site);
    for stream in listener.incoming().flatten() {
        let site = Arc::clone(&site);
        // A visitor who leaves in the middle of an answer is no concern of ours.
        thread::spawn(move || drop(answer(stream, &site)));
    }
}

/// Serves the site on a free port from a thread of its own, and returns the address.
///
/// # Errors
///
/// Returns the error of the system when no port is free.
pub fn serve_in_background(site: Site) -> io::Result<SocketAddr> {
    let listener = listen(0)?;
    let address = listener.local_addr()?;
    thread::spawn(move || serve(&listener, site));
    Ok(address)
}

fn answer(stream: TcpStream, site: &Site) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut host = String::new();
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            value.trim().clone_into(&mut host);
        }
    }
    // A browser opens connections before it has anything to ask, so that only the request says when it asks.
    if site.is_cut_off.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or("/"));
    site.asked.lock().unwrap_or_else(PoisonError::into_inner).push(target.to_owned());
    if site.late.iter().any(|part| target.contains(part)) {
        // A client does not wait for longer than these 60 seconds.
        let tries = iter::repeat_n(Duration::from_millis(20), 3000);
        tries.take_while(|_| !site.is_open.load(Ordering::Relaxed)).for_each(thread::sleep);
    }
    let is_lost =
        !site.is_open.load(Ordering::Relaxed) && site.lost.iter().any(|part| target.contains(part));
    let response = match method {
        _ if is_lost => Response::text("503 Service Unavailable", String::new()),
        "GET" | "HEAD" => respond(site, target),
        _ => Response::text("405 Method Not Allowed", String::new()),
    };
    let mut stream = reader.into_inner();
    let policy = policy_of(site, target, &host)
        .map(|policy| format!("Content-Security-Policy: {policy}\r\n"));
    let for_all = "Access-Control-Allow-Origin: *\r\n";
    write!(
        stream,
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}{}{}Cache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        response.status,
        response.mime,
        response.body.len(),
        response.encoding,
        policy.unwrap_or_default(),
        if site.is_for_all_origins { for_all } else { "" },
    )?;
    if method != "HEAD" {
        stream.write_all(&response.body)?;
    }
    stream.flush()
}

/// What a page may do, unless it says so itself.
fn policy_of(site: &Site, target: &str, host: &str) -> Option<String> {
    if let Some((_, policy)) = site.policies.iter().find(|(start, _)| target.starts_with(start)) {
        return Some(policy.clone());
    }
    if site.unrestricted.iter().any(|start| target.starts_with(start)) {
        return None;
    }
    // In a sandbox a page has no origin, and to WebKit nothing is `'self'` then.
    if target.starts_with("/embed.html") {
        return Some(POLICY.replace("'self'", &format!("http://{host}")));
    }
    Some(POLICY.to_owned())
}

fn respond(site: &Site, target: &str) -> Response {
    let path = target.split(['?', '#']).next().unwrap_or("/");
    if path == SCRIPT_PATH
        && let Some(script) = &site.script
    {
        return Response {
            status: "200 OK",
            mime: mime(Path::new(SCRIPT_PATH)),
            encoding: "",
            body: script.clone().into_bytes(),
        };
    }
    let file = locate(&site.folders, path);
    let is_withheld = site.withheld.iter().any(|part| path.contains(part));
    match file
        .filter(|_| !is_withheld)
        .and_then(|file| fs::read(&file).ok().map(|body| (file, body)))
    {
        Some((file, body)) => {
            let mime = mime(&file);
            let body = match &site.script {
                Some(_) if mime.starts_with("text/html") => with_script(&body),
                _ => body,
            };
            match &site.compressed {
                Some(compressed) => {
                    let mut known = compressed.lock().unwrap_or_else(PoisonError::into_inner);
                    let body = known.entry(file).or_insert_with(|| gzip(&body)).clone();
                    let encoding = "Content-Encoding: gzip\r\n";
                    Response { status: "200 OK", mime, encoding, body }
                }
                None => Response { status: "200 OK", mime, encoding: "", body },
            }
        }
        None => Response::text("404 Not Found", format!("There is no {path} here.\n")),
    }
}

/// The file that a request's path names, if it lies below its folder; a folder stands for its `index.html`.
fn locate(folders: &[(&str, PathBuf)], path: &str) -> Option<PathBuf> {
    let path = percent_decode(path)?;
    let (rest, root) =
        folders.iter().find_map(|(prefix, root)| Some((path.strip_prefix(prefix)?, root)))?;
    let relative = Path::new(rest.trim_start_matches('/'));
    let is_inside =
        relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let file = root.join(relative);
    is_inside.then(|| if file.is_dir() { file.join("index.html") } else { file })
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

/// The page with a reference to the site's script as the first thing in its head. A minified page does not say where that begins:
/// then it is what follows the beginning of the page or its doctype, without which the page would be drawn by older rules.
fn with_script(html: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(html);
    let tag = format!("<script src=\"{SCRIPT_PATH}\"></script>");
    let at = ["<head>", "<html", "<!doctype"]
        .iter()
        .find_map(|start| {
            let start = text.find(start)?;
            Some(start + text[start..].find('>')? + 1)
        })
        .unwrap_or(0);
    format!("{}{tag}{}", &text[..at], &text[at..]).into_bytes()
}

/// The media type of a file, from its name.
fn mime(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" | "md" | "yaml" | "yml" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A body, compressed as servers do.
fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).and_then(|()| encoder.finish()).expect("memory takes what is written")
}

#[cfg(test)]
mod tests {
    use super::{Site, locate, mime, policy_of, with_script};
    use crate::publish::POLICY;
    use std::path::{Path, PathBuf};

    #[test]
    fn a_path_stays_below_its_folder() {
        let folders = [("/docs/", PathBuf::from("/srv/docs")), ("/", PathBuf::from("/srv/page"))];
        let file = |path| locate(&folders, path).map(|file| file.display().to_string());
        assert_eq!(file("/a/b.js").as_deref(), Some("/srv/page/a/b.js"));
        assert_eq!(file("/a%20b.js").as_deref(), Some("/srv/page/a b.js"));
        assert_eq!(file("/docs/a.html").as_deref(), Some("/srv/docs/a.html"));
        assert_eq!(file("//etc/passwd").as_deref(), Some("/srv/page/etc/passwd"));
        assert_eq!(file("/../secret"), None);
        assert_eq!(file("/%2e%2e/secret"), None);
        assert_eq!(file("/docs/../../secret"), None);
    }

    #[test]
    fn a_page_is_bound_to_its_own_policy_or_to_the_general_one() {
        let site = Site {
            policies: vec![("/free/bound", "default-src 'none'".to_owned())],
            unrestricted: vec!["/free/"],
            ..Site::default()
        };
        let policy = |path| policy_of(&site, path, "a:1");
        assert_eq!(policy("/free/bound.html").as_deref(), Some("default-src 'none'"));
        assert_eq!(policy("/free/a.html"), None);
        assert_eq!(policy("/a.html").as_deref(), Some(POLICY));
        let sandboxed = policy("/embed.html").expect("it is bound");
        assert!(sandboxed.contains("script-src http://a:1 ") && !sandboxed.contains("'self'"));
    }

    #[test]
    fn wasm_has_the_type_that_streaming_compilation_asks_for() {
        assert_eq!(mime(Path::new("page_bg.wasm")), "application/wasm");
    }

    #[test]
    fn the_script_comes_first_in_the_head() {
        let page = with_script(b"<!doctype html><html><head><title>x</title></head></html>");
        let page = String::from_utf8(page).expect("the page is text");
        assert!(page.contains("<head><script src="), "{page}");
        let page = with_script(b"<!doctype html><html lang=en><meta charset=utf-8><body><header>");
        let page = String::from_utf8(page).expect("the page is text");
        assert!(page.starts_with("<!doctype html><html lang=en><script src="), "{page}");
    }
}
