//! HTTP requests of the kubelet: what probes and hooks ask a server, and how that ends. Rules P-604, P-708.

use super::hosts::Address;
use crate::api::probe::{HttpGetAction, UriScheme};
use crate::base::text::Text;
use crate::cluster::plan::{Response, Server};

/// The most requests of one chain of redirects. Models Go's net/http defaultCheckRedirect.
const REQUESTS: u64 = 10;

/// Which redirects a client follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// Redirects to the host that it asked first. Models kubernetes pkg/probe/http/request.go RedirectChecker.
    ToSameHost,
    /// All redirects. Hooks of kubelets before `ConsistentHTTPGetHandlers` follow them all.
    ToAnyHost,
}

/// How a request ends, after all redirects that the client follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The last answer has this status code.
    Code(i64),
    /// Nothing listens on the port.
    Refused,
    /// The client asks by TLS, and the server answers with plain HTTP.
    WithoutTls,
    /// Every answer redirects the client to this location, so the client gives up.
    TooManyRedirects(Text),
}

/// Returns how a request ends and how many milliseconds it takes.
///
/// The server answers every path in the same way, so a redirect to its own host never ends. The answers of other hosts
/// are not modelled: their code is always 200.
pub fn ask(
    server: &Server,
    http: &HttpGetAction,
    host: &str,
    redirects: Redirects,
) -> (u64, Ended) {
    let response = match server {
        Server::Refused => return (0, Ended::Refused),
        Server::Answers(response) if is_https(http) && !response.has_tls => {
            return (0, Ended::WithoutTls);
        }
        Server::Answers(response) => response,
    };
    let is_redirect = matches!(response.code, 301 | 302 | 303 | 307 | 308);
    if !is_redirect || response.location.is_empty() {
        return (response.delay, Ended::Code(response.code));
    }
    let elsewhere = host_of(&response.location).is_some_and(|named| named != host);
    match redirects {
        Redirects::ToSameHost if elsewhere => (response.delay, Ended::Code(response.code)),
        Redirects::ToAnyHost if elsewhere => (response.delay, Ended::Code(200)),
        Redirects::ToSameHost | Redirects::ToAnyHost => {
            let ended = Ended::TooManyRedirects(response.location.clone());
            (response.delay.saturating_mul(REQUESTS), ended)
        }
    }
}

/// Returns the host of a location, without its port; none when the location is a path.
fn host_of(location: &str) -> Option<&str> {
    let (scheme, rest) = location.split_once("//")?;
    if !scheme.is_empty() && !scheme.ends_with(':') {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.strip_prefix('[') {
        Some(address) => address.split(']').next(),
        None => host.split(':').next(),
    }
}

/// Returns whether a handler asks by HTTPS. Rules P-604, P-708.
pub(crate) fn is_https(http: &HttpGetAction) -> bool {
    http.scheme == Some(UriScheme::Https)
}

/// Returns a server that needs this many milliseconds for its answer.
pub(crate) fn late(delay: u64) -> Server {
    Server::Answers(Response { delay, ..Response::of(200) })
}

/// Returns the URL that an HTTP handler asks. Rule P-604.
pub(crate) fn url(http: &HttpGetAction, address: Address<'_>) -> String {
    let scheme = http.scheme.map_or("HTTP", UriScheme::as_str).to_ascii_lowercase();
    let path = http.path.trim_start_matches('/');
    format!("{scheme}://{address}/{path}")
}

/// Returns Go's error when nothing listens.
pub(crate) fn refused(url: &str, address: Address<'_>) -> String {
    format!("Get \"{url}\": dial tcp {address}: connect: connection refused")
}

/// Returns Go's error when a host has no address.
pub(crate) fn no_such_host(url: &str, host: &str) -> String {
    format!("Get \"{url}\": dial tcp: lookup {host}: no such host")
}

/// Returns Go's error when a server answers TLS with plain HTTP.
pub(crate) fn without_tls(url: &str) -> String {
    format!("Get \"{url}\": http: server gave HTTP response to HTTPS client")
}

/// Returns Go's error when a client gives up on redirects. It names the location as the server wrote it.
pub(crate) fn too_many_redirects(location: &str) -> String {
    format!("Get \"{location}\": stopped after {REQUESTS} redirects")
}

/// Returns Go's error when no answer came in time.
pub(crate) fn timed_out(url: &str) -> String {
    format!(
        "Get \"{url}\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    )
}

/// Returns Go's error when the server ends before it has answered.
pub(crate) fn cut_off(url: &str) -> String {
    format!("Get \"{url}\": EOF")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(server: &Server, redirects: Redirects) -> (u64, Ended) {
        ask(server, &HttpGetAction::default(), "10.1.0.5", redirects)
    }

    fn redirect(location: &'static str) -> Server {
        let location = location.into();
        Server::Answers(Response { location, delay: 20, ..Response::of(302) })
    }

    #[test]
    fn a_redirect_to_the_same_host_has_no_end() {
        for location in ["/login", "login", "http://10.1.0.5/login", "//10.1.0.5:8080/a//b"] {
            for redirects in [Redirects::ToSameHost, Redirects::ToAnyHost] {
                let ended = Ended::TooManyRedirects(location.into());
                assert_eq!(get(&redirect(location), redirects), (200, ended), "{location}");
            }
        }
        let told = "Get \"/login\": stopped after 10 redirects";
        assert_eq!(too_many_redirects("/login"), told);
    }

    #[test]
    fn a_probe_does_not_follow_a_redirect_to_another_host() {
        for location in ["http://example.com/login", "//example.com", "https://me@[::1]:80/?a=/"] {
            let server = redirect(location);
            assert_eq!(get(&server, Redirects::ToSameHost), (20, Ended::Code(302)), "{location}");
            assert_eq!(get(&server, Redirects::ToAnyHost), (20, Ended::Code(200)), "{location}");
        }
        assert_eq!(host_of("https://me@[::1]:80/?a=/"), Some("::1"));
    }

    #[test]
    fn a_code_without_a_location_is_an_answer() {
        let server = Server::Answers(Response::of(302));
        assert_eq!(get(&server, Redirects::ToSameHost), (0, Ended::Code(302)));
        let location = "/login".into();
        let moved = Server::Answers(Response { location, ..Response::of(304) });
        assert_eq!(get(&moved, Redirects::ToSameHost), (0, Ended::Code(304)));
    }
}
