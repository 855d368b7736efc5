//! Checks of ConfigMaps and Secrets. Models kubernetes pkg/apis/core/validation/validation.go ValidateConfigMap and ValidateSecret.

use super::{FieldErrorKind, Validator, names, validate_meta};
use crate::api::core::{ConfigMap, Secret};
use crate::base::text::Text;
use crate::manifest::bytes::Bytes;
use crate::rules::Feature;

/// The most bytes that a ConfigMap or Secret may hold.
const MAX_DATA: usize = 1 << 20;
/// The annotation of a Secret with a token: the account that the token is for.
const ACCOUNT: &str = "kubernetes.io/service-account.name";

/// Checks a ConfigMap.
pub(crate) fn check_config_map(v: &mut Validator, map: &ConfigMap) {
    validate_meta(v, &map.metadata, true, names::dns_subdomain);
    for key in map.data.keys() {
        check_key(v, "data", key);
        if map.binary_data.contains_key(key) {
            v.invalid(&format!("data[{key}]"), key, "duplicate of key present in binaryData");
        }
    }
    for key in map.binary_data.keys() {
        check_key(v, "binaryData", key);
        if map.data.contains_key(key) {
            v.invalid(&format!("binaryData[{key}]"), key, "duplicate of key present in data");
        }
    }
    let texts: usize = map.data.values().map(|value| value.len()).sum();
    let bytes: usize = map.binary_data.values().map(Bytes::len).sum();
    check_size(v, "", texts + bytes);
}

/// Checks a Secret. The server has moved what was in `stringData` to `data`.
pub(crate) fn check_secret(v: &mut Validator, secret: &Secret) {
    validate_meta(v, &secret.metadata, true, names::dns_subdomain);
    for key in secret.data.keys() {
        check_key(v, "data", key);
    }
    check_size(v, "data", secret.data.values().map(Bytes::len).sum());
    check_type(v, secret);
}

/// Checks that a Secret has the keys that its type needs.
fn check_type(v: &mut Validator, secret: &Secret) {
    let has = |key: &str| secret.data.contains_key(key);
    let is_empty = |key: &str| secret.data.get(key).is_none_or(|bytes| bytes.len() == 0);
    let required = |v: &mut Validator, key: &str| v.required(&format!("data[{key}]"), "");
    match secret.kind.as_str() {
        "kubernetes.io/service-account-token"
            if secret.metadata.annotations.get(ACCOUNT).is_none_or(|name| name.is_empty()) =>
        {
            v.required(&format!("metadata.annotations[{ACCOUNT}]"), "");
        }
        "kubernetes.io/dockercfg" if !has(".dockercfg") => required(v, ".dockercfg"),
        "kubernetes.io/dockerconfigjson" if !has(".dockerconfigjson") => {
            required(v, ".dockerconfigjson");
        }
        "kubernetes.io/basic-auth" if !has("username") && !has("password") => {
            required(v, "username");
            required(v, "password");
        }
        "kubernetes.io/ssh-auth" if is_empty("ssh-privatekey") => required(v, "ssh-privatekey"),
        "kubernetes.io/tls" => {
            for key in ["tls.crt", "tls.key"].into_iter().filter(|key| !has(key)) {
                required(v, key);
            }
        }
        _ => {}
    }
}

fn check_key(v: &mut Validator, field: &'static str, key: &Text) {
    v.invalid_each(&format!("{field}[{key}]"), key, names::config_map_key(v.release, key));
}

fn check_size(v: &mut Validator, field: &'static str, bytes: usize) {
    if bytes > MAX_DATA {
        let words = if v.release.has(Feature::LengthLimitsInBytes) {
            "may not be more than"
        } else {
            "must have at most"
        };
        v.report(field, FieldErrorKind::TooLong, format!("{words} {MAX_DATA} bytes"));
    }
}
