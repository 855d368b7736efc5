//! Makes variants of one plan.

use super::{LEAST, MOST};
use crate::api::{Resource, decode, write};
use crate::base::text::Text;
use crate::cluster::command::Command;
use crate::cluster::world::Settings;
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::manifest::wrong::{Complaint, Wanted, Wrong};
use crate::manifest::yaml;
use crate::rules::release::Release;
use crate::timeline::history::PlannedAct;

/// The aspect in which runs differ.
///
/// ```
/// use podlab::Settings;
/// use podlab::questions::compare::Aspect;
///
/// # fn main() -> Result<(), podlab::manifest::Complaint> {
/// let variants = Aspect::Release.variants(&["1.20", "1.28"], &Settings::default(), &[])?;
/// assert_eq!(variants[0].settings.release.as_str(), "1.20");
/// assert_eq!(Aspect::parse("containers[app].image").name(), "containers[app].image");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The release of Kubernetes.
    Release,
    /// The seed of all random numbers.
    Seed,
    /// A field of the Pods and StatefulSets that are created, such as `restartPolicy`,
    /// `updateStrategy.rollingUpdate.partition` or `containers[app].livenessProbe.periodSeconds`. A path may begin at
    /// the object, at its spec, at the spec of its Pod template, or at the first container there.
    Field(Text),
}

/// One of the runs to compare, before it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The value of the aspect.
    pub name: Text,
    /// The settings of its simulation.
    pub settings: Settings,
    /// The plan of the run.
    pub plan: Vec<PlannedAct>,
}

impl Aspect {
    /// Returns the aspect of that name: `kubernetes`, `seed`, or else the path of a field.
    pub fn parse(name: &str) -> Aspect {
        match name {
            "kubernetes" => Aspect::Release,
            "seed" => Aspect::Seed,
            path => Aspect::Field(path.to_owned().into()),
        }
    }

    /// Returns the name that [`Aspect::parse`] reads.
    pub fn name(&self) -> &str {
        match self {
            Aspect::Release => "kubernetes",
            Aspect::Seed => "seed",
            Aspect::Field(path) => path,
        }
    }

    /// Returns whether it is what is restarted when its containers end, so that the values themselves can be said to restart them.
    pub fn is_restart_policy(&self) -> bool {
        match self {
            Aspect::Release | Aspect::Seed => false,
            Aspect::Field(path) => path.rsplit('.').next() == Some("restartPolicy"),
        }
    }

    /// Makes variants of a plan with two to four values.
    ///
    /// # Errors
    ///
    /// Returns a sentence about the value that is not possible.
    pub fn variants(
        &self,
        values: &[&str],
        settings: &Settings,
        plan: &[PlannedAct],
    ) -> Result<Vec<Variant>, Complaint> {
        if !(LEAST..=MOST).contains(&values.len()) {
            return Err(Wrong::VaryCount.into());
        }
        values.iter().map(|value| self.variant(value, settings, plan)).collect()
    }

    /// Makes the variant of a plan with one value.
    ///
    /// # Errors
    ///
    /// Returns a sentence about the value, when it is not possible.
    pub fn variant(
        &self,
        value: &str,
        settings: &Settings,
        plan: &[PlannedAct],
    ) -> Result<Variant, Complaint> {
        let mut variant = Variant {
            name: value.to_owned().into(),
            settings: settings.clone(),
            plan: plan.to_vec(),
        };
        let fail = |why: Complaint| Err(why.of(value.to_owned()));
        match self {
            Aspect::Release => {
                let Some(release) = Release::parse(value) else {
                    return fail(Wrong::VaryRelease.into());
                };
                variant.settings.release = release;
                let mut commands = plan.iter().flat_map(|act| &act.commands);
                if let Some(field) = commands.find_map(|command| command.newer_field(release)) {
                    return fail(field);
                }
            }
            Aspect::Seed => match value.parse() {
                Ok(seed) => variant.settings.seed = seed,
                Err(_) => return fail(Wrong::MustBe { wanted: Wanted::Count }.into()),
            },
            Aspect::Field(path) => {
                let value_node = yaml::parse(value).ok().and_then(|mut documents| documents.pop());
                let Some(node) = value_node else { return fail(Wrong::VaryValue.into()) };
                if let Err(why) = set_field(&mut variant.plan, path, &node, settings.release) {
                    return fail(why);
                }
            }
        }
        Ok(variant)
    }
}

/// Returns the Pods and StatefulSets that a plan creates.
fn created(plan: &mut [PlannedAct]) -> impl Iterator<Item = &mut Resource> {
    let commands = plan.iter_mut().flat_map(|act| &mut act.commands);
    let objects = commands.filter_map(|command| {
        if let Command::Create(object) = command { Some(object.as_mut()) } else { None }
    });
    objects.filter(|object| matches!(object, Resource::Pod(_) | Resource::StatefulSet(_)))
}

/// Sets a field in every object that can have it. Fails when no object can.
fn set_field(
    plan: &mut [PlannedAct],
    path: &str,
    value: &Node,
    release: Release,
) -> Result<(), Complaint> {
    const OF_SET: [&str; 4] =
        ["", "spec.", "spec.template.spec.", "spec.template.spec.containers[0]."];
    const OF_POD: [&str; 3] = ["", "spec.", "spec.containers[0]."];
    let mut problem = Complaint::from(Wrong::VaryNothing);
    let mut is_set = false;
    for object in created(plan) {
        let starts = if matches!(object, Resource::Pod(_)) { &OF_POD[..] } else { &OF_SET };
        let tree = write(object);
        // Report a mistake as one of the spec, where most paths begin.
        for (index, start) in starts.iter().enumerate() {
            let mut tree = tree.clone();
            let path = format!("{start}{path}");
            if !set_node(&mut tree, &path, value) {
                continue;
            }
            match decode(tree, release) {
                Ok(varied) => {
                    *object = varied;
                    is_set = true;
                    break;
                }
                Err(found) if index <= 1 || !is_unknown(&found) => {
                    problem = found.first().map_or(problem, |first| first.message.clone());
                }
                Err(_) => {}
            }
        }
    }
    if is_set { Ok(()) } else { Err(problem) }
}

fn is_unknown(found: &[crate::manifest::Diagnostic]) -> bool {
    found.iter().any(|found| found.code == crate::manifest::Code::UnknownField)
}

/// Sets the value at a path, which names list elements by `[name]` or `[index]`. Missing maps are added, missing list
/// elements are not. Returns whether the path led to a place.
fn set_node(node: &mut Node, path: &str, value: &Node) -> bool {
    let (step, rest) = match path.find(['.', '[']) {
        Some(0) => {
            let Some((inside, rest)) = path[1..].split_once(']') else { return false };
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            let Value::List(elements) = &mut node.value else { return false };
            let is_named =
                |e: &Node| e.get("name").and_then(Node::as_text).is_some_and(|n| *n == *inside);
            let place = elements.iter().position(is_named).or_else(|| inside.parse().ok());
            let Some(element) = place.and_then(|place| elements.get_mut(place)) else {
                return false;
            };
            return set_node(element, rest, value);
        }
        Some(end) => (&path[..end], path[end..].trim_start_matches('.')),
        None => (path, ""),
    };
    if node.is_null() {
        node.value = Value::Map(Vec::new());
    }
    let Value::Map(entries) = &mut node.value else { return false };
    if step.is_empty() {
        return false;
    }
    if rest.is_empty() {
        // The type of a union names the only other field that it may have.
        if let (true, Value::Text(kind)) = (step == "type", &value.value) {
            entries.retain(|entry| entry.key.eq_ignore_ascii_case(kind));
        }
        entries.retain(|entry| entry.key != *step);
        if !value.is_null() {
            entries.push(entry(step, value.clone()));
        }
        return true;
    }
    let place = entries.iter().position(|entry| entry.key == *step);
    let place = place.unwrap_or_else(|| {
        entries.push(entry(step, Node::default()));
        entries.len() - 1
    });
    set_node(&mut entries[place].node, rest, value)
}

fn entry(key: &str, node: Node) -> Entry {
    Entry { key: key.to_owned().into(), span: Span::default(), node }
}
