//! Checks of the form of names, with the API server's messages. Rule P-1299.
//! Models kubernetes staging/src/k8s.io/apimachinery/pkg/util/validation.

use crate::rules::Feature;
use crate::rules::release::Release;

/// What is wrong with a name, one sentence each. Empty when nothing is.
pub(crate) type Complaints = Vec<String>;

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const ENV_VAR: &str = "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const ENV_VAR_RELAXED: &str = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const CONFIG_MAP_KEY: &str = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const HTTP_HEADER: &str = "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

/// Returns `must be no more than 63 characters`. Newer releases say bytes.
pub(crate) fn max_length(release: Release, length: usize) -> String {
    let unit = if release.has(Feature::LengthLimitsInBytes) { "bytes" } else { "characters" };
    format!("must be no more than {length} {unit}")
}

/// Returns whether `middle` accepts every character, and `edge` the first and the last one.
fn is_framed(text: &str, middle: fn(u8) -> bool, edge: fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    match (bytes.first(), bytes.last()) {
        (Some(first), Some(last)) => {
            edge(*first) && edge(*last) && bytes.iter().all(|byte| middle(*byte))
        }
        _ => false,
    }
}

fn is_lower(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

fn is_lower_or_dash(byte: u8) -> bool {
    is_lower(byte) || byte == b'-'
}

fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// Returns the complaints about length and form.
fn check(release: Release, text: &str, length: usize, fits: bool, form: &str) -> Complaints {
    let mut complaints = Vec::new();
    if text.len() > length {
        complaints.push(max_length(release, length));
    }
    if !fits {
        complaints.push(form.to_owned());
    }
    complaints
}

/// Checks a DNS label, such as `my-name`. The message about a subdomain says that the dots are wrong. Rule P-1306.
pub(crate) fn dns_label(release: Release, text: &str) -> Complaints {
    let fits = is_framed(text, is_lower_or_dash, is_lower);
    let has_dots = !fits
        && release.has(Feature::DnsLabelRefusesDots)
        && dns_subdomain(release, text).is_empty();
    check(release, text, 63, fits, if has_dots { "must not contain dots" } else { LABEL })
}

/// Checks a DNS subdomain, such as `example.com`.
pub(crate) fn dns_subdomain(release: Release, text: &str) -> Complaints {
    let fits = text.split('.').all(|part| is_framed(part, is_lower_or_dash, is_lower));
    check(release, text, 253, fits, SUBDOMAIN)
}

/// Checks a name that can stand in an address, such as `system:node`.
/// Models kubernetes staging/src/k8s.io/apimachinery/pkg/api/validation/path/name.go IsValidPathSegmentName.
pub(crate) fn path_segment(_: Release, text: &str) -> Complaints {
    let word = [".", ".."].into_iter().find(|word| *word == text);
    if let Some(word) = word {
        return vec![format!("may not be '{word}'")];
    }
    let parts = ["/", "%"].into_iter().filter(|part| text.contains(part));
    parts.map(|part| format!("may not contain '{part}'")).collect()
}

/// Checks a DNS label that begins with a letter. Names of Services had to until recently.
pub(crate) fn dns_1035_label(release: Release, text: &str) -> Complaints {
    let fits = is_framed(text, is_lower_or_dash, is_lower)
        && text.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
    check(release, text, 63, fits, LABEL_1035)
}

/// Checks a name with an optional prefix, such as `example.com/name`.
pub(crate) fn qualified_name(release: Release, text: &str) -> Complaints {
    let mut complaints = Vec::new();
    let parts: Vec<&str> = text.split('/').collect();
    let name = match parts[..] {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                complaints.push("prefix part must be non-empty".to_owned());
            } else {
                let found = dns_subdomain(release, prefix);
                complaints.extend(found.into_iter().map(|c| format!("prefix part {c}")));
            }
            name
        }
        _ => {
            return vec![format!(
                "a qualified name {QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
    };
    if name.is_empty() {
        complaints.push("name part must be non-empty".to_owned());
    }
    let fits = is_framed(name, is_name_byte, is_alphanumeric);
    let found = check(release, name, 63, fits, QUALIFIED);
    complaints.extend(found.into_iter().map(|c| format!("name part {c}")));
    complaints
}

/// Checks the value of a label.
pub(crate) fn label_value(release: Release, text: &str) -> Complaints {
    let fits = text.is_empty() || is_framed(text, is_name_byte, is_alphanumeric);
    check(release, text, 63, fits, LABEL_VALUE)
}

/// Checks the name of an environment variable. Rule P-1348.
pub(crate) fn env_var_name(release: Release, text: &str) -> Complaints {
    if release.has(Feature::RelaxedEnvironmentVariableValidation) {
        let fits =
            !text.is_empty() && text.bytes().all(|b| (b' '..=b'~').contains(&b) && b != b'=');
        return if fits { Vec::new() } else { vec![ENV_VAR_RELAXED.to_owned()] };
    }
    let fits = text.bytes().all(is_name_byte)
        && text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    let mut complaints = if fits { Vec::new() } else { vec![ENV_VAR.to_owned()] };
    complaints.extend(dots(text));
    complaints
}

/// Checks the key of a ConfigMap or Secret.
pub(crate) fn config_map_key(release: Release, text: &str) -> Complaints {
    let fits = !text.is_empty() && text.bytes().all(is_name_byte);
    let mut complaints = check(release, text, 253, fits, CONFIG_MAP_KEY);
    complaints.extend(dots(text));
    complaints
}

/// Returns the complaint about a name that would lead out of its directory.
fn dots(text: &str) -> Option<String> {
    match text {
        "." => Some("must not be '.'".to_owned()),
        ".." => Some("must not be '..'".to_owned()),
        _ if text.starts_with("..") => Some("must not start with '..'".to_owned()),
        _ => None,
    }
}

/// Checks the name of an HTTP header. Rule P-1332.
pub(crate) fn http_header(text: &str) -> Complaints {
    let fits =
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if fits { Vec::new() } else { vec![HTTP_HEADER.to_owned()] }
}

/// Checks the name of a port. Rules P-1329, P-1330.
pub(crate) fn port_name(release: Release, text: &str) -> Complaints {
    let mut complaints = Vec::new();
    if text.len() > 15 {
        complaints.push(max_length(release, 15));
    }
    let rules: [(bool, &str); 4] = [
        (
            !text.is_empty() && text.bytes().all(is_lower_or_dash),
            "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
        ),
        (
            text.bytes().any(|byte| byte.is_ascii_lowercase()),
            "must contain at least one letter (a-z)",
        ),
        (!text.contains("--"), "must not contain consecutive hyphens"),
        (!text.starts_with('-') && !text.ends_with('-'), "must not begin or end with a hyphen"),
    ];
    complaints.extend(rules.iter().filter(|(fits, _)| !fits).map(|(_, c)| (*c).to_owned()));
    complaints
}

/// Returns whether a text is a block of IP addresses, such as `10.9.8.0/24`.
pub(crate) fn is_cidr(text: &str) -> bool {
    let Some((address, bits)) = text.split_once('/') else { return false };
    let most = match address.parse() {
        Ok(std::net::IpAddr::V4(_)) => 32,
        Ok(std::net::IpAddr::V6(_)) => 128,
        Err(_) => return false,
    };
    bits.bytes().all(|byte| byte.is_ascii_digit())
        && bits.parse().is_ok_and(|bits: u32| bits <= most)
}

/// Checks an IP address.
pub(crate) fn ip(text: &str) -> Complaints {
    if text.parse::<std::net::IpAddr>().is_ok() {
        Vec::new()
    } else {
        vec!["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)".to_owned()]
    }
}
