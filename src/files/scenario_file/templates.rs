//! Runs the Pod templates of objects that Podlab does not run.

use super::{Scenario, Source, add_fixes, name_file, naming};
use crate::api::{Resource, decode, pod_template, recognize};
use crate::base::text::Text;
use crate::manifest::node::{Node, Span, Value};
use crate::manifest::wrong::Wrong;
use crate::manifest::{Code, Diagnostic};

/// A Pod template in the documents of a scenario.
struct Found {
    file: Option<Text>,
    /// Where the kind of its owner stands.
    place: Span,
    /// The kind of its owner, in the plural.
    kinds: Text,
    /// The path of the template in its owner.
    path: &'static str,
    /// The tree of a Pod.
    pod: Node,
}

impl Scenario {
    /// Returns whether there is an object that Podlab does not run and that has a Pod template.
    pub fn has_pod_templates(&self) -> bool {
        self.warnings.iter().any(|warning| warning.code == Code::PodTemplate)
    }

    /// Adds a Pod for each Pod template of an object that Podlab does not run, with a name as the controller of the object gives it, and
    /// with the labels and annotations of the template. `sources` are the texts that the scenario was read from.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the templates, each with its place.
    ///
    /// ```
    /// use podlab::ReadOptions;
    /// use podlab::files::scenario_file::{Source, read};
    ///
    /// # fn main() -> Result<(), Vec<podlab::manifest::Diagnostic>> {
    /// let job = "{apiVersion: batch/v1, kind: Job, metadata: {name: pi}, spec: {template: {spec:
    ///   {restartPolicy: Never, containers: [{name: pi, image: perl}]}}}}";
    /// let mut scenario = read(job, &ReadOptions::default())?;
    /// scenario.run_pod_templates(&[Source { file: None, text: job }])?;
    /// assert!(scenario.first_pod().unwrap().starts_with("pi-"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn run_pod_templates(&mut self, sources: &[Source<'_>]) -> Result<(), Vec<Diagnostic>> {
        let mut found = Vec::new();
        for (file, document) in &self.documents {
            self.collect(file.as_ref(), document, &mut found);
        }
        let mut mistakes = Vec::new();
        let first = self.objects.len();
        let mut named = Vec::new();
        for Found { file, place, kinds, path, pod } in found {
            match decode(pod, self.known) {
                Ok(pod) => {
                    named.push((file, place, kinds, self.objects.len()));
                    self.objects.push(pod);
                }
                Err(mut wrong) => {
                    for mistake in &mut wrong {
                        mistake.path = format!("{path}.{}", mistake.path).into();
                    }
                    name_file(&mut wrong, file.as_ref());
                    mistakes.extend(wrong);
                }
            }
        }
        if !mistakes.is_empty() {
            self.objects.truncate(first);
            add_fixes(&mut mistakes, sources);
            return Err(mistakes);
        }
        naming::generate_names(self);
        for (file, place, kinds, index) in named {
            let is_it = |warning: &&mut Diagnostic| {
                warning.code == Code::PodTemplate && warning.span == place && warning.file == file
            };
            if let Some(warning) = self.warnings.iter_mut().find(is_it) {
                let pod = self.objects[index].metadata().name.clone();
                warning.code = Code::NotRun;
                warning.message = Wrong::RunsTemplate { kinds, pod }.into();
            }
        }
        Ok(())
    }

    /// Adds the templates of a document, which is an object or a list of objects.
    fn collect(&self, file: Option<&Text>, node: &Node, found: &mut Vec<Found>) {
        for item in node.elements().iter().chain(node.get("items").map_or(&[][..], Node::elements))
        {
            self.collect(file, item, found);
        }
        let Ok(Resource::Kept(object)) = recognize(node, self.known) else { return };
        let Some(template) = pod_template(object.kind, node) else { return };
        let text = |name: &str| {
            let value = node.get("metadata").and_then(|metadata| metadata.get(name)?.as_text());
            value.cloned().unwrap_or_default()
        };
        let (name, base) = (text("name"), text("generateName"));
        let name =
            if name.is_empty() { base.trim_end_matches('-').to_owned().into() } else { name };
        let generate_name = template.owner.base_of_names(&name);
        let own = [
            ("generateName", Node::text(generate_name)),
            ("namespace", Node::text(text("namespace"))),
        ];
        let kept = template.node.get("metadata").map_or(&[][..], Node::entries);
        let kept = kept
            .iter()
            .filter(|entry| !matches!(entry.key.as_str(), "name" | "generateName" | "namespace"));
        let mut metadata = Node::map(own.map(|(name, node)| (Text::Static(name), node)));
        if let Value::Map(entries) = &mut metadata.value {
            entries.extend(kept.cloned());
        }
        let mut pod = Node::map([
            ("apiVersion".into(), Node::text("v1")),
            ("kind".into(), Node::text("Pod")),
            ("metadata".into(), metadata),
        ]);
        if let Value::Map(entries) = &mut pod.value {
            entries.extend(template.node.entries().iter().filter(|e| e.key == *"spec").cloned());
        }
        found.push(Found {
            file: file.cloned(),
            place: node.get("kind").map_or(node.span, |kind| kind.span),
            kinds: object.kind.several().into(),
            path: template.path,
            pod,
        });
    }
}
