//! The names of objects with `generateName`.

use super::Scenario;
use crate::apiserver::admit::name_from;
use crate::base::rng::Rng;
use crate::base::text::Text;

/// Gives objects with `generateName` their names already now, so that actions and people can name them.
pub(super) fn generate_names(scenario: &mut Scenario) {
    let mut rng = Rng::new(scenario.settings().seed);
    for index in 0..scenario.objects.len() {
        let metadata = scenario.objects[index].metadata();
        if metadata.name.is_empty() && !metadata.generate_name.is_empty() {
            let is_taken =
                |name: &Text| scenario.objects.iter().any(|object| object.metadata().name == *name);
            let mut name = name_from(&metadata.generate_name, &mut rng);
            while is_taken(&name) {
                name = name_from(&metadata.generate_name, &mut rng);
            }
            scenario.objects[index].metadata_mut().name = name;
        }
    }
}
