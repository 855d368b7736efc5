//! The names of objects with `generateName`.

use super::scenario::Scenario;
use crate::api::Resource;
use crate::apiserver::admit::name_from;
use crate::base::rng::Rng;

/// Gives objects with `generateName` their names already now, so that actions and people can name them.
pub(super) fn generate_names(scenario: &mut Scenario) {
    let mut rng = Rng::new(scenario.settings().seed);
    for metadata in scenario.objects.iter_mut().map(Resource::metadata_mut) {
        if metadata.name.is_empty() && !metadata.generate_name.is_empty() {
            metadata.name = name_from(&metadata.generate_name, &mut rng);
        }
    }
}
