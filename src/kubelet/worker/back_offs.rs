//! What a kubelet remembers of restarts and image pulls that must wait. Rules P-317, P-403.

use crate::api::container::Container;
use crate::base::text::Text;
use crate::kubelet::backoff::BackoffEntry;

/// What the kubelet remembers of the restarts of a container with this image. Rule P-403.
#[derive(Clone, Debug, PartialEq)]
pub struct RestartBackoff {
    /// Name of the container.
    pub container: Text,
    /// Its image.
    pub image: Text,
    /// The back-off.
    pub entry: Option<BackoffEntry>,
    /// The messages of the event and of the status until the container starts; every sync repeats them.
    pub(crate) told: Option<(Text, Text)>,
}

impl RestartBackoff {
    /// Returns whether the back-off belongs to this container with its present image.
    pub(crate) fn is_of(&self, container: &Container) -> bool {
        self.container == container.name && self.image == container.image
    }
}

/// What the kubelet remembers of an image that could not be pulled. Rule P-317.
#[derive(Clone, Debug, PartialEq)]
pub struct PullBackoff {
    /// The image.
    pub image: Text,
    /// The back-off.
    pub entry: Option<BackoffEntry>,
    /// The error of the last pull.
    pub error: Text,
}
