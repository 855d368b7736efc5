//! The way of a write through the API server: decoding, defaults, admission, validation.

use super::admission::{admit_priority, admit_service_account};
use super::defaults::default_namespace;
use super::error::ApiError;
use super::json_patch::json_patch;
use super::label_keys;
use super::patch::{merge_patch, strategic_merge_patch};
pub(crate) use super::registry::invalid;
use super::registry::{strategy, validate_create, validate_update};
use super::unmarshal;
use super::validate::{validate_ephemeral_containers_update, validate_pod_resize, validate_status};
use crate::api::core::PriorityClass;
use crate::api::pod::{Pod, is_mirror};
use crate::api::{Resource, decode_into, drop_newer, empty, write};
use crate::base::text::Text;
use crate::cluster::world::Settings;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Decoder, Problem, ProblemKind};
use crate::rules::release::Release;
use crate::rules::{Feature, Gates};

/// What the API server does with unknown fields. Rule P-1368.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// It drops them, as for requests that do not ask for validation.
    #[default]
    Ignore,
    /// It refuses the request, as kubectl asks.
    Strict,
}

/// The settings that decoding and admission depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Server<'a> {
    /// The release.
    pub release: Release,
    /// The priority classes of the cluster, besides the two system classes.
    pub priority_classes: &'a [PriorityClass],
    /// Whether Pods that name no account get the account `default`.
    pub service_accounts: bool,
    /// What happens to unknown fields.
    pub field_validation: FieldValidation,
    /// The feature gates that a person has switched.
    pub gates: Gates,
}

/// How a patch is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchKind {
    /// Lists are replaced.
    Merge,
    /// Lists are merged by their keys, as kubectl does by default.
    Strategic,
}

impl Server<'static> {
    /// Returns the server of a cluster, without the settings that the admission of Pods needs.
    pub(crate) fn of(settings: &Settings) -> Self {
        Server { release: settings.release, gates: settings.gates, ..Server::default() }
    }
}

impl Server<'_> {
    /// Decodes, defaults, admits and validates a new object. The caller stores it.
    ///
    /// # Errors
    ///
    /// Returns the first refusal.
    pub fn create(&self, node: Node) -> Result<Resource, ApiError> {
        let (mut resource, unsupported) = self.decode(node)?;
        self.fill_in(&mut resource);
        self.admit(&mut resource)?;
        if let Resource::Pod(pod) = &mut resource {
            label_keys::merge(pod, self.release);
        }
        let errors = validate_create(&resource, &unsupported, self.release);
        if errors.is_empty() { Ok(resource) } else { Err(invalid(&resource, errors)) }
    }

    /// Decodes, defaults and validates a new version of an object. The caller stores it.
    ///
    /// # Errors
    ///
    /// Returns the first refusal.
    pub(crate) fn update(&self, old: &Resource, node: Node) -> Result<Resource, ApiError> {
        let (mut resource, unsupported) = self.decode(node)?;
        let (name, before) = (&resource.metadata().name, &old.metadata().name);
        if name != before {
            return Err(ApiError::bad_request(format!(
                "the name of the object ({name}) does not match the name on the URL ({before})"
            )));
        }
        self.fill_in(&mut resource);
        if let (Resource::Pod(new), Resource::Pod(old)) = (&mut resource, old) {
            // Admission sets the priority once. Later versions keep it.
            new.spec.priority = new.spec.priority.or(old.spec.priority);
            new.spec.preemption_policy = new.spec.preemption_policy.or(old.spec.preemption_policy);
        }
        strategy(resource.resource_kind()).keep_status(&mut resource, old);
        let errors = validate_update(&resource, old, &unsupported, self.release);
        if errors.is_empty() { Ok(resource) } else { Err(invalid(&resource, errors)) }
    }

    /// Merges a patch of the subresource `resize` into a Pod, and checks the result. The caller stores it. Rule P-214.
    ///
    /// # Errors
    ///
    /// Returns a refusal when the release does not know the subresource, the Pod is a static one, or the change is not allowed.
    pub(crate) fn resize(&self, old: &Pod, patch: &Node) -> Result<Pod, ApiError> {
        if !self.release.has(Feature::InPlacePodVerticalScaling) {
            let message = "the server could not find the requested resource";
            return Err(ApiError::bad_request(message));
        }
        if is_mirror(old) {
            return Err(ApiError::bad_request("static pods cannot be resized"));
        }
        let before = Resource::Pod(old.clone());
        let merged = merged(&write(&before), patch, PatchKind::Strategic)?;
        let (mut resource, unsupported) = self.decode(merged)?;
        self.fill_in(&mut resource);
        let Resource::Pod(mut new) = resource else { return Ok(old.clone()) };
        new.spec.priority = new.spec.priority.or(old.spec.priority);
        new.spec.preemption_policy = new.spec.preemption_policy.or(old.spec.preemption_policy);
        let errors = validate_pod_resize(&new, old, &unsupported, self.release);
        if errors.is_empty() { Ok(new) } else { Err(invalid(&Resource::Pod(new), errors)) }
    }

    /// Merges the ephemeral containers of a patch into a Pod, and checks the result. The caller stores it. Rule P-515.
    ///
    /// The rest of the patch is dropped.
    /// Models kubernetes pkg/registry/core/pod/strategy.go podEphemeralContainersStrategy.
    ///
    /// # Errors
    ///
    /// Returns a refusal when the Pod is a static one, or when the patch changes or removes an ephemeral container.
    pub(crate) fn patch_ephemeral_containers(
        &self,
        old: &Pod,
        patch: &Node,
    ) -> Result<Pod, ApiError> {
        if is_mirror(old) {
            return Err(ApiError::bad_request("static pods do not support ephemeral containers"));
        }
        let field = Text::Static("ephemeralContainers");
        let Some(list) = patch.get("spec").and_then(|spec| spec.get(&field)) else {
            return Ok(old.clone());
        };
        let patch = Node::map([(Text::Static("spec"), Node::map([(field, list.clone())]))]);
        let merged = strategic_merge_patch(&write(&Resource::Pod(old.clone())), &patch);
        let (mut resource, unsupported) = self.decode(merged)?;
        self.fill_in(&mut resource);
        let Resource::Pod(patched) = resource else { return Ok(old.clone()) };
        let mut new = old.clone();
        new.spec.ephemeral_containers.clone_from(&patched.spec.ephemeral_containers);
        let errors = validate_ephemeral_containers_update(&new, old, &unsupported, self.release);
        if errors.is_empty() { Ok(new) } else { Err(invalid(&Resource::Pod(new), errors)) }
    }

    /// Merges the status of a strategic merge patch into an object. The caller stores it. Rule P-207.
    ///
    /// Metadata and spec of the patch are dropped.
    /// Models kubernetes pkg/registry/core/pod/strategy.go podStatusStrategy and its like of the other kinds.
    ///
    /// # Errors
    ///
    /// Returns a refusal when a value is wrong.
    pub(crate) fn patch_status(&self, old: &Resource, patch: &Node) -> Result<Resource, ApiError> {
        let conditions = patch.get("status").and_then(|status| status.get("conditions"));
        let conditions = conditions.map_or(&[][..], Node::elements);
        if conditions.iter().any(|node| node.get("type").is_none() && node.get("$patch").is_none())
        {
            return Err(ApiError::bad_request(
                "a condition does not contain declared merge key: type",
            ));
        }
        let (patched, unsupported) =
            self.decode(merged(&write(old), patch, PatchKind::Strategic)?)?;
        if unsupported.iter().any(|problem| problem.path.starts_with("status.conditions")) {
            return Err(ApiError::client("a condition is True, False or Unknown"));
        }
        let mut new = old.clone();
        strategy(old.resource_kind()).keep_status(&mut new, &patched);
        let errors = validate_status(&new, &unsupported, self.release);
        if errors.is_empty() { Ok(new) } else { Err(invalid(&new, errors)) }
    }

    /// Merges a patch into an object, and checks the result. The caller stores it. A list is a JSON patch.
    ///
    /// # Errors
    ///
    /// Returns the first refusal.
    pub fn patch(
        &self,
        old: &Resource,
        patch: &Node,
        kind: PatchKind,
    ) -> Result<Resource, ApiError> {
        self.update(old, merged(&write(old), patch, kind)?)
    }

    /// Decodes an object. Also returns the fields whose values are none of the allowed ones, for validation to report.
    ///
    /// # Errors
    ///
    /// Returns a 400 when the kind is unknown, or a field is unknown or has the wrong type.
    pub(crate) fn decode(&self, mut node: Node) -> Result<(Resource, Vec<Problem>), ApiError> {
        let text =
            |field: &str| node.get(field).and_then(Node::as_text).cloned().unwrap_or_default();
        let (kind, version) = (text("kind"), text("apiVersion"));
        let refusal = |detail: String| {
            let version = version.rsplit('/').next().unwrap_or_default();
            let head = format!("{kind} in version \"{version}\" cannot be handled as a {kind}: ");
            ApiError::bad_request(head + &detail)
        };
        let Some(mut resource) = empty(&kind, &version, self.release) else {
            return Err(refusal(format!(
                "no kind \"{kind}\" is registered for version \"{version}\" in scheme \"k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30\""
            )));
        };
        let strategy = strategy(resource.resource_kind());
        if strategy.drops_newer() {
            drop_newer(&mut node, self.release);
        }
        let mut decoder = Decoder::default();
        decode_into(&mut resource, node, &mut decoder);
        let mut unknown = Vec::new();
        let mut unsupported = Vec::new();
        for problem in decoder.problems {
            match &problem.kind {
                ProblemKind::WrongType { .. } | ProblemKind::Malformed { .. } => {
                    return Err(refusal(unmarshal::complaint(&kind, &problem, self.release)));
                }
                ProblemKind::UnknownField { .. } => {
                    unknown.push(format!("unknown field \"{}\"", problem.path));
                }
                ProblemKind::Unsupported { .. } => unsupported.push(problem),
            }
        }
        if self.field_validation == FieldValidation::Strict && !unknown.is_empty() {
            return Err(refusal(format!("strict decoding error: {}", unknown.join(", "))));
        }
        Ok((resource, unsupported))
    }

    /// Fills in what the API server sets at every write, then drops the fields whose gates are off. Rules P-601, P-1010.
    pub(crate) fn fill_in(&self, resource: &mut Resource) {
        if resource.is_namespaced() {
            default_namespace(resource.metadata_mut());
        }
        let strategy = strategy(resource.resource_kind());
        strategy.fill_in(resource, self.gates, self.release);
        strategy.drop_disabled(resource, self.gates, self.release);
    }

    /// Runs admission for a new Pod. Rule P-907.
    ///
    /// # Errors
    ///
    /// Returns a 403 when admission refuses the Pod.
    pub(crate) fn admit(&self, resource: &mut Resource) -> Result<(), ApiError> {
        let Resource::Pod(pod) = resource else { return Ok(()) };
        if self.service_accounts {
            admit_service_account(&mut pod.spec);
        }
        let mut classes = self.priority_classes.to_vec();
        classes.extend(super::admission::system_priority_classes());
        let name = pod.metadata.name.clone();
        admit_priority(pod, &classes).map_err(|detail| ApiError::forbidden("pods", &name, detail))
    }
}

/// Merges a patch into a tree. A list is a JSON patch.
///
/// # Errors
///
/// Returns a refusal when an operation of a JSON patch cannot be done.
pub(crate) fn merged(before: &Node, patch: &Node, kind: PatchKind) -> Result<Node, ApiError> {
    match (&patch.value, kind) {
        (Value::List(operations), _) => json_patch(before, operations),
        (_, PatchKind::Merge) => Ok(merge_patch(before, patch)),
        (_, PatchKind::Strategic) => Ok(strategic_merge_patch(before, patch)),
    }
}
