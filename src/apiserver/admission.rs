//! What admission adds to a Pod after defaulting: tolerations, priority, service account, QoS class.

use crate::api::core::PriorityClass;
use crate::api::meta::ObjectMeta;
use crate::api::pod::{
    Pod, PodSpec, PreemptionPolicy, TaintEffect, Toleration, TolerationOperator,
};
use crate::base::text::Text;

/// How many seconds a Pod stays on a node that is not ready or unreachable. Rule K-23.
pub(crate) const TOLERATION_SECONDS: i64 = 300;
/// Key of the taint of a node that is not ready.
pub(crate) const NOT_READY: &str = "node.kubernetes.io/not-ready";
/// Key of the taint of a node that does not answer.
pub(crate) const UNREACHABLE: &str = "node.kubernetes.io/unreachable";
/// Key of the taint of a node that is cordoned.
pub(crate) const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";

/// Adds the default tolerations for these taints to a Pod that has none of its own for them. Rule P-1010.
/// Models kubernetes plugin/pkg/admission/defaulttolerationseconds.
pub(crate) fn add_default_tolerations(spec: &mut PodSpec) {
    let bears = |key: &str| {
        spec.tolerations.iter().any(|t| {
            (t.key == *key || t.key.is_empty())
                && t.effect.is_none_or(|effect| effect == TaintEffect::NoExecute)
        })
    };
    let missing: Vec<&'static str> =
        [NOT_READY, UNREACHABLE].into_iter().filter(|key| !bears(key)).collect();
    for key in missing {
        spec.tolerations.push(Toleration {
            effect: Some(TaintEffect::NoExecute),
            key: key.into(),
            operator: Some(TolerationOperator::Exists),
            toleration_seconds: Some(TOLERATION_SECONDS),
            value: Text::default(),
        });
    }
}

/// Returns the priority classes that every cluster has.
pub(crate) fn system_priority_classes() -> [PriorityClass; 2] {
    let class = |name: &'static str, value| PriorityClass {
        metadata: ObjectMeta { name: name.into(), ..ObjectMeta::default() },
        preemption_policy: Some("PreemptLowerPriority".into()),
        value,
        ..PriorityClass::default()
    };
    [class("system-cluster-critical", 2_000_000_000), class("system-node-critical", 2_000_001_000)]
}

/// Sets priority and preemption policy from the Pod's class, or from the global default. Rule P-907.
/// Models kubernetes plugin/pkg/admission/priority.
///
/// # Errors
///
/// Returns the detail of a 403 answer when the class does not exist, or when the Pod sets a priority or a preemption policy that
/// differs from that of its class.
pub(crate) fn admit_priority(pod: &mut Pod, classes: &[PriorityClass]) -> Result<(), String> {
    let spec = &mut pod.spec;
    let class = if spec.priority_class_name.is_empty() {
        let defaults = classes.iter().filter(|class| class.global_default);
        defaults.min_by_key(|class| class.value)
    } else {
        let name = &spec.priority_class_name;
        let found = classes.iter().find(|class| class.metadata.name == *name);
        Some(found.ok_or_else(|| format!("no PriorityClass with name {name} was found"))?)
    };
    let value = class.map_or(0, |class| class.value);
    if let Some(given) = spec.priority
        && given != value
    {
        return Err(format!(
            "the integer value of priority ({given}) must not be provided in pod spec; priority admission controller computed {value} from the given PriorityClass name"
        ));
    }
    let policy = class.and_then(|class| class.preemption_policy.as_ref());
    let policy = policy.and_then(|policy| PreemptionPolicy::parse(policy));
    let policy = policy.unwrap_or(PreemptionPolicy::PreemptLowerPriority);
    if spec.preemption_policy.is_some_and(|given| given != policy) {
        let given = spec.preemption_policy.map_or("", PreemptionPolicy::as_str);
        return Err(format!(
            "the string value of PreemptionPolicy ({given}) must not be provided in pod spec; priority admission controller computed {} from the given PriorityClass name",
            policy.as_str()
        ));
    }
    if let Some(class) = class {
        spec.priority_class_name = class.metadata.name.clone();
    }
    spec.priority = Some(value);
    spec.preemption_policy = Some(policy);
    Ok(())
}

/// Sets the service account of a Pod that names none.
/// Simplified: the token volume is left out. Models kubernetes plugin/pkg/admission/serviceaccount.
pub(crate) fn admit_service_account(spec: &mut PodSpec) {
    if spec.service_account_name.is_empty() {
        spec.service_account_name = "default".into();
        spec.service_account = "default".into();
    }
}

/// Returns `Guaranteed`, `Burstable` or `BestEffort`, from the CPU and the memory of the containers.
/// Models kubernetes pkg/apis/core/v1/helper/qos ComputePodQOS.
pub(crate) fn qos_class(spec: &PodSpec) -> &'static str {
    const COMPUTE: [&str; 2] = ["cpu", "memory"];
    let mut requests = [0_i128; 2];
    let mut limits = [0_i128; 2];
    let mut any = false;
    let mut guaranteed = true;
    for container in spec.init_containers.iter().chain(&spec.containers) {
        for (index, name) in COMPUTE.into_iter().enumerate() {
            let amount = |list: &crate::api::quantity::ResourceList| {
                list.get(name).map_or(0, |quantity| quantity.milli)
            };
            let request = amount(&container.resources.requests);
            let limit = amount(&container.resources.limits);
            any |= request > 0 || limit > 0;
            guaranteed &= limit > 0;
            requests[index] += request.max(0);
            limits[index] += limit.max(0);
        }
    }
    match (any, guaranteed && requests == limits) {
        (false, _) => "BestEffort",
        (true, true) => "Guaranteed",
        (true, false) => "Burstable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::container::Container;
    use crate::api::quantity::Quantity;

    fn container(requests: &[(&'static str, &str)], limits: &[(&'static str, &str)]) -> Container {
        let list = |list: &[(&'static str, &str)]| {
            list.iter()
                .map(|(name, amount)| (Text::Static(name), Quantity::parse(amount).unwrap()))
                .collect()
        };
        let mut container = Container::default();
        container.resources.requests = list(requests);
        container.resources.limits = list(limits);
        container
    }

    #[test]
    fn the_class_follows_requests_and_limits() {
        let class =
            |containers: Vec<Container>| qos_class(&PodSpec { containers, ..PodSpec::default() });
        let full = [("cpu", "1"), ("memory", "1Gi")];
        assert_eq!(class(vec![container(&[], &[])]), "BestEffort");
        assert_eq!(class(vec![container(&full, &full)]), "Guaranteed");
        assert_eq!(class(vec![container(&full, &full), container(&[], &[])]), "Burstable");
        assert_eq!(class(vec![container(&[("cpu", "1")], &[])]), "Burstable");
        assert_eq!(class(vec![container(&[("storage", "1")], &[])]), "BestEffort");
    }

    #[test]
    fn every_pod_bears_a_lost_node_for_five_minutes() {
        let mut spec = PodSpec::default();
        add_default_tolerations(&mut spec);
        add_default_tolerations(&mut spec);
        assert_eq!(spec.tolerations.len(), 2);
        assert_eq!(spec.tolerations[0].key, NOT_READY);
        spec.tolerations = vec![Toleration::default()];
        add_default_tolerations(&mut spec);
        assert_eq!(spec.tolerations.len(), 1);
    }

    #[test]
    fn a_missing_priority_class_is_refused() {
        let mut pod = Pod::default();
        pod.spec.priority_class_name = "high".into();
        let refusal = admit_priority(&mut pod, &[]).unwrap_err();
        assert_eq!(refusal, "no PriorityClass with name high was found");
        pod.spec.priority_class_name = "system-node-critical".into();
        admit_priority(&mut pod, &system_priority_classes()).unwrap();
        assert_eq!(pod.spec.priority, Some(2_000_001_000));
    }
}
