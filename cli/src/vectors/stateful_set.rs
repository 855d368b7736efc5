//! Vectors about the StatefulSet controller: a namespace of one set, played sync by sync.

mod namespace;

use super::Played;
use namespace::Namespace;
use podlab::cluster::settled::Settled;
use podlab::controller::stateful_set::{Request, View, carry_out, events, reconcile};
use podlab::rules::release::Release;
use podlab::rules::{Feature, Gates};
use serde_json::{Value, json};

/// Rounds after which a set that does not settle is given up.
const MOST_ROUNDS: usize = 500;

/// Plays the steps of a case. After a step that fails the others go on from where it has left the namespace.
pub(super) fn run(case: &Value, steps: &[Value], release: Release) -> Played {
    let is_on = case["gates"]["MaxUnavailableStatefulSet"] == true;
    let gates = if is_on {
        Gates::default().with(Feature::MaxUnavailableStatefulSet)
    } else {
        Gates::default()
    };
    let mut player = Player { release, gates, namespace: Namespace::new(case, release, gates) };
    let is_unordered = case["unordered"] == true;
    let mut played = Played::default();
    for (index, step) in steps.iter().enumerate() {
        let outcome = player.play(step);
        let expect = step.get("expect").filter(|expect| !expect.is_null());
        let (outcome, expect) = match (outcome, expect) {
            (Ok(outcome), Some(expect)) => (outcome, expect),
            (outcome, expect) => {
                played.expect.push(expect.cloned().unwrap_or_default());
                played.actual.push(Value::Null);
                if let Err(problem) = outcome {
                    played.problem.get_or_insert(format!("step {}: {problem}", index + 1));
                }
                continue;
            }
        };
        let shown = player.namespace.shown();
        let mut found = json!({});
        for key in expect.as_object().into_iter().flat_map(|expect| expect.keys()) {
            found[key] = outcome.get(key).or_else(|| shown.get(key)).cloned().unwrap_or_default();
        }
        found["status"] = super::in_shape_of(&found["status"], &expect["status"]);
        if expect.get("status").is_none() {
            found.as_object_mut().map(|found| found.remove("status"));
        }
        played.expect.push(comparable(expect.clone(), is_unordered));
        played.actual.push(comparable(found, is_unordered));
    }
    played
}

/// The acts of a parallel set have no order.
fn comparable(mut expect: Value, is_unordered: bool) -> Value {
    for key in ["actions", "order", "events"] {
        if let Some(list) = expect.get_mut(key).and_then(Value::as_array_mut)
            && is_unordered
        {
            list.sort_by_key(Value::to_string);
        }
    }
    expect
}

struct Player {
    release: Release,
    gates: Gates,
    namespace: Namespace,
}

impl Player {
    /// Plays a step; the answer has what the step did itself.
    fn play(&mut self, step: &Value) -> Result<Value, String> {
        let space = &mut self.namespace;
        let pod = step["pod"].as_str().unwrap_or_default();
        match step["do"].as_str().unwrap_or_default() {
            "sync" => {
                let (actions, events) = self.sync();
                return Ok(json!({"actions": actions, "events": events}));
            }
            "settle" => return self.settle(&step["broken"]),
            "podRunning" => space.set_phase(pod, "Running", None),
            "podReady" => space.set_phase(pod, "Running", Some(true)),
            "podNotReady" => space.set_phase(pod, "Running", Some(false)),
            "podFailed" => space.set_phase(pod, "Failed", Some(false)),
            "podSucceeded" => space.set_phase(pod, "Succeeded", Some(false)),
            "podUnschedulable" => space.unbind(pod),
            "deletePod" => space.delete_pod(pod),
            "forceDeletePod" => space.remove_pod(pod),
            "podGone" => {
                space.remove_pod(pod);
                if step["gc"] != false {
                    space.collect_claims();
                }
            }
            "relabelPod" => space.relabel(pod, step["matches"] == true),
            "addPod" => {
                let name = step["name"].as_str().unwrap_or_default();
                space.add_pod(name, step["labelsMatch"] != false, "");
            }
            "deletePVC" => {
                space.claims.remove(step["pvc"].as_str().unwrap_or_default());
            }
            "gc" => space.collect_claims(),
            "deleteSet" => space.delete_set(),
            "tick" => space.now += step["seconds"].as_u64().unwrap_or(0),
            "scale" => space.edit(|spec| spec.replicas = step["replicas"].as_i64()),
            "setTemplate" => {
                let token = step["template"].as_str().unwrap_or_default();
                let template = namespace::template(token);
                space.edit(|spec| spec.template = template.into());
            }
            "setPartition" => space.edit(|spec| {
                let rolling = spec.update_strategy.rolling_update.get_or_insert_default();
                rolling.partition = step["partition"].as_i64();
            }),
            "setStrategy" => {
                space.edit(|spec| spec.update_strategy = super::read(&step["updateStrategy"]));
            }
            "setStart" => {
                space.edit(|spec| spec.ordinals = super::read(&json!({"start": step["start"]})));
            }
            "setRetention" => space.edit(|spec| {
                spec.persistent_volume_claim_retention_policy = super::read(&step["policy"]);
            }),
            other => return Err(format!("unknown step {other}")),
        }
        Ok(json!({}))
    }

    /// One sync of the controller: what it did and told.
    fn sync(&mut self) -> (Vec<Value>, Vec<Value>) {
        let space = &mut self.namespace;
        let view = View {
            release: self.release,
            gates: self.gates,
            pods: space.member_pods(),
            settled: Settled::default(),
            claims: space.claims.clone().into_iter().collect(),
            revisions: space.revisions.values().cloned().collect(),
        };
        let steps = reconcile(&view, &space.set, space.time());
        let (mut actions, mut told) = (Vec::new(), Vec::new());
        let release = self.release;
        carry_out(&steps, |step, all_well| {
            let request = &step.request;
            let outcome = space.act(request, all_well, &mut actions);
            let taken = matches!(request, Request::CreatePod(_)) && outcome.is_err();
            let refusal = outcome.as_ref().err().map(String::as_str);
            let set = &space.set.metadata.name;
            if !taken && let Some(event) = events::event_about(set, request, refusal, release) {
                told.push(json!([event.kind.as_str(), event.reason, event.message.as_str()]));
            }
            outcome.map_err(drop)
        });
        actions.dedup();
        (actions, told)
    }

    fn settle(&mut self, broken: &Value) -> Result<Value, String> {
        let broken: Vec<&str> =
            broken.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut order = Vec::new();
        for _ in 0..MOST_ROUNDS {
            self.namespace.now += self.namespace.set.spec.min_ready_seconds as u64 + 1;
            let (actions, _) = self.sync();
            let is_quiet = actions.is_empty();
            let counts =
                |action: &Value| action.get("create").is_some() || action.get("delete").is_some();
            order.extend(actions.into_iter().filter(counts));
            if !self.namespace.kubelet_round(&broken) && is_quiet {
                return Ok(json!({"order": order}));
            }
        }
        Err("the set does not settle".to_owned())
    }
}
