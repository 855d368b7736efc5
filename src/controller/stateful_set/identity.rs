//! Names, labels and owners of a set's Pods. Rules S-01 to S-14.
//! Models kubernetes pkg/controller/statefulset/stateful_set_utils.go.

use super::claims;
use crate::api::meta::{ObjectMeta, OwnerReference};
use crate::api::pod::Pod;
use crate::api::stateful_set::{ControllerRevision, REVISION_LABEL, StatefulSet};
use crate::base::text::Text;
use crate::rules::Feature;
use crate::rules::release::Release;

/// The label with the Pod's name. Rule S-03.
pub(crate) const POD_NAME_LABEL: &str = "statefulset.kubernetes.io/pod-name";
/// The label with the Pod's ordinal. Rule S-03.
pub(crate) const POD_INDEX_LABEL: &str = "apps.kubernetes.io/pod-index";

/// Returns the name of the Pod with this ordinal. Rule S-01.
pub fn pod_name(set: &StatefulSet, ordinal: i64) -> Text {
    format!("{}-{ordinal}", set.metadata.name).into()
}

/// Returns the reference by which a set owns its Pods and revisions. Rule G-02.
pub fn controller_reference(set: &StatefulSet) -> OwnerReference {
    OwnerReference {
        block_owner_deletion: Some(true),
        controller: Some(true),
        ..claims::plain_reference(set)
    }
}

/// Returns a Pod with this ordinal, made from a revision. It is not stored yet. Rules S-02, S-03.
/// Models newVersionedStatefulSetPod and initIdentity.
pub(crate) fn new_pod(
    set: &StatefulSet,
    revision: &ControllerRevision,
    ordinal: i64,
    release: Release,
) -> Pod {
    let template = &revision.data.0;
    let name = pod_name(set, ordinal);
    let metadata = ObjectMeta {
        annotations: template.metadata.annotations.clone(),
        finalizers: template.metadata.finalizers.clone(),
        generate_name: format!("{}-", set.metadata.name).into(),
        labels: template.metadata.labels.clone(),
        name: name.clone(),
        namespace: set.metadata.namespace.clone(),
        owner_references: vec![controller_reference(set)],
        ..ObjectMeta::default()
    };
    let mut spec = template.spec.clone();
    spec.hostname = name;
    spec.subdomain = set.spec.service_name.clone();
    let mut pod = Pod { metadata: metadata.into(), spec: spec.into(), ..Pod::default() };
    label(&mut pod, ordinal, release);
    claims::mount(set, &mut pod);
    pod.metadata.labels.insert(REVISION_LABEL.into(), revision.metadata.name.clone());
    pod
}

/// Returns whether a Pod has the name and the labels of a Pod of the set. Rule S-09. Models identityMatches.
pub(crate) fn identity_matches(set: &StatefulSet, pod: &Pod) -> bool {
    pod.metadata.namespace == set.metadata.namespace
        && pod.metadata.labels.get(POD_NAME_LABEL) == Some(&pod.metadata.name)
}

/// Sets the labels of the Pod with this ordinal. Rule S-03. Models updateIdentity.
pub(crate) fn label(pod: &mut Pod, ordinal: i64, release: Release) {
    let name = pod.metadata.name.clone();
    pod.metadata.labels.insert(POD_NAME_LABEL.into(), name);
    if release.has(Feature::PodIndexLabel) {
        pod.metadata.labels.insert(POD_INDEX_LABEL.into(), ordinal.to_string().into());
    }
}

#[cfg(test)]
mod tests {
    use crate::api::stateful_set::parent_and_ordinal;

    #[test]
    fn the_ordinal_is_the_number_after_the_last_dash() {
        assert_eq!(parent_and_ordinal("web-0"), Some(("web", 0)));
        assert_eq!(parent_and_ordinal("my-web-12"), Some(("my-web", 12)));
        assert_eq!(parent_and_ordinal("web-x"), None);
        assert_eq!(parent_and_ordinal("web"), None);
        assert_eq!(parent_and_ordinal("web-99999999999"), Some(("web", -1)));
    }
}
