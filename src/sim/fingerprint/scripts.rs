//! What containers do, without answers and registries that later ones override.

use super::shape::Shape;
use crate::cluster::plan::{ContainerScripts, RuntimeRule, Scripted};

impl Shape<'_> {
    pub(crate) fn scripts(&mut self) {
        let ContainerScripts { rules, images, stop_signals, http, tcp } =
            self.frame.world.parts().scripts;
        self.out.debug(&(&http.what, &tcp.what));
        for index in 0..rules.len() {
            let kept = kept(rules, index);
            let (pod, container) = (kept.pod.clone(), kept.container.clone());
            if kept != (RuntimeRule { pod, container, ..RuntimeRule::default() }) {
                self.out.debug(&kept);
            }
        }
        for (index, (image, registry)) in images.iter().enumerate() {
            if images[index + 1..].iter().all(|(later, _)| later != image) {
                self.out.debug(&(image, registry));
            }
        }
        for (index, (image, signal)) in stop_signals.iter().enumerate() {
            if stop_signals[index + 1..].iter().all(|(later, _)| later != image) {
                self.out.debug(&(image, signal));
            }
        }
    }
}

/// Returns the rule at an index without the answers that later rules override.
fn kept(rules: &[Scripted<RuntimeRule>], index: usize) -> RuntimeRule {
    let (rule, later) = (&rules[index].what, &rules[index + 1..]);
    let mut kept = rule.clone();
    kept.answers.retain(|(check, answer)| {
        let says =
            |other: &Scripted<RuntimeRule>| other.what.answers.iter().any(|(c, _)| c == check);
        let same = |other: &&Scripted<RuntimeRule>| {
            other.what.pod == rule.pod && other.what.container == rule.container
        };
        let mut others = rules[..index].iter().chain(later);
        !later.iter().filter(same).any(says) && (answer.is_some() || others.any(says))
    });
    kept
}
