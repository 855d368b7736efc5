//! What changes are about: objects of the API, and the world outside.

use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::cluster::numbers::PodId;
use std::fmt;
use std::rc::Rc;

/// The object that a change is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedObject {
    /// An object of a kind that manifests can hold.
    Api(Rc<ObjectRef>),
    /// An object of a kind that only components of the cluster write, such as `ControllerRevision` or `Endpoints`.
    Internal {
        /// The name of the kind.
        kind: &'static str,
        /// The name of the object.
        name: Text,
    },
    /// A part of the world outside Kubernetes.
    Outside(Box<Outside>),
}

/// The object that a change is recorded about.
#[derive(Clone, Debug)]
pub(crate) enum About {
    /// A Pod.
    Pod(PodId),
    /// Another object.
    Object(ChangedObject),
}

impl<T: Into<ChangedObject>> From<T> for About {
    fn from(object: T) -> Self {
        About::Object(object.into())
    }
}

/// A part of the world outside Kubernetes that a person can change. Rule W-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outside {
    /// What the containers do whose Pods and names match these patterns.
    Container {
        /// The pattern of the names of Pods.
        pod: Text,
        /// The pattern of the names of containers.
        container: Text,
    },
    /// An image, or the images that match a pattern.
    Image(Text),
    /// A manifest of a static Pod on a machine.
    Manifest {
        /// The name of the machine.
        node: Text,
        /// The name of the manifest's Pod.
        name: Text,
    },
    /// What servers answer to HTTP requests.
    HttpServer,
    /// What servers answer to TCP connections.
    TcpServer,
}

impl ChangedObject {
    /// Returns the reference to an object of a kind that manifests can hold.
    pub fn reference(&self) -> Option<&ObjectRef> {
        match self {
            ChangedObject::Api(object) => Some(object),
            ChangedObject::Internal { .. } | ChangedObject::Outside(_) => None,
        }
    }

    /// Returns the name of an object of this kind.
    pub fn named(&self, kind: ResourceKind) -> Option<&Text> {
        self.reference().filter(|object| object.kind == kind).map(|object| &object.name)
    }

    /// Returns the name of the kind, such as `Pod` or `Image`.
    pub fn kind(&self) -> &'static str {
        match self {
            ChangedObject::Api(object) => object.kind.as_str(),
            ChangedObject::Internal { kind, .. } => kind,
            ChangedObject::Outside(outside) => match &**outside {
                Outside::Container { .. } => "Container",
                Outside::Image(_) => "Image",
                Outside::Manifest { .. } => "Manifest",
                Outside::HttpServer | Outside::TcpServer => "Server",
            },
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        match self {
            ChangedObject::Api(object) => &object.name,
            ChangedObject::Internal { name, .. } => name,
            ChangedObject::Outside(outside) => match &**outside {
                Outside::Container { container, .. } => container,
                Outside::Image(name) | Outside::Manifest { name, .. } => name,
                Outside::HttpServer => "http",
                Outside::TcpServer => "tcp",
            },
        }
    }
}

impl Outside {
    /// Returns the pattern of Pods or the node that it is a part of.
    fn place(&self) -> Option<&Text> {
        match self {
            Outside::Container { pod: place, .. } | Outside::Manifest { node: place, .. } => {
                Some(place)
            }
            Outside::Image(_) | Outside::HttpServer | Outside::TcpServer => None,
        }
    }
}

/// The kind and the name, such as `Pod/demo`.
impl fmt::Display for ChangedObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = (self.kind(), self.name());
        let place = match self {
            ChangedObject::Api(_) | ChangedObject::Internal { .. } => None,
            ChangedObject::Outside(outside) => outside.place(),
        };
        match place {
            Some(place) => write!(f, "{kind}/{place}/{name}"),
            None => write!(f, "{kind}/{name}"),
        }
    }
}

impl From<ObjectRef> for ChangedObject {
    fn from(object: ObjectRef) -> Self {
        ChangedObject::Api(Rc::new(object))
    }
}

impl From<Outside> for ChangedObject {
    fn from(outside: Outside) -> Self {
        ChangedObject::Outside(Box::new(outside))
    }
}

impl PartialEq<ObjectRef> for ChangedObject {
    fn eq(&self, other: &ObjectRef) -> bool {
        self.reference() == Some(other)
    }
}
