//! Which scene runs, and with which settings.

use super::App;
use crate::act::RunMessage;
use crate::scenes;
use podlab::cluster::world::Settings;
use podlab::rules::Feature;

impl App {
    pub(super) fn update_run(&mut self, message: RunMessage) {
        let mut settings = self.lab.read().settings().clone();
        match message {
            RunMessage::OpenScene(index) => return self.open(scenes::scene(&self.cards[index])),
            RunMessage::OpenExample(case, policy) => {
                return self.open(scenes::example(case, policy));
            }
            RunMessage::MaxUnavailable(gate) => {
                settings.gates = gate.set(settings.gates, Feature::MaxUnavailableStatefulSet);
            }
            RunMessage::Release(release) => {
                if let Some(refusal) = self.lab.read().refusal_of(release) {
                    self.toast = refusal;
                    return;
                }
                settings = Settings { release, ..settings };
            }
            RunMessage::Jitter(jitter) => settings = Settings { jitter, ..settings },
            RunMessage::Cadence(cadence) => settings = Settings { cadence, ..settings },
            RunMessage::LimitBackoff(most) => settings.max_container_restart_period = most,
            RunMessage::BackoffDecay(gate) => {
                let decay = Feature::ReduceDefaultCrashLoopBackOffDecay;
                settings.gates = gate.set(settings.gates, decay);
            }
        }
        self.run_again(settings);
    }
}
