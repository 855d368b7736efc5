//! What the controller of claims asks for.

use crate::api::core::EventType;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::quantity::Quantity;
use crate::base::text::Text;
use crate::cluster::numbers::Key;

/// The name of the component that reports Events.
pub(super) const COMPONENT: &str = "persistentvolume-controller";

/// A request of the controller about a claim.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    /// Remove the claim, which no Pod uses any more. Rule V-20.
    Remove,
    /// Restore the protection of the claim. Rule V-20.
    Protect,
    /// Mark the claim as lost. Rule V-01.
    Lose,
    /// Bind the claim and the volume with this number to each other. Rule V-01.
    Bind(Key),
    /// Name the provisioner in these annotations of the claim. Rule V-03.
    NameProvisioner { provisioner: Text, annotations: Vec<&'static str> },
    /// Store a volume that was created for the claim, say so, and bind it to the claim. Rule V-04.
    Provision { volume: Box<PersistentVolume>, message: String },
    /// Set the capacity of the volume with this number. Rule V-22.
    GrowVolume { volume: Key, capacity: Quantity },
    /// Set the condition that says how far the expansion is. Rule V-22.
    SetResizeCondition { kind: &'static str, message: &'static str },
    /// Set the capacity of the claim to that of its volume. Rule V-22.
    FinishResize,
    /// Record an Event about the claim.
    RecordEvent { kind: EventType, reason: &'static str, message: String, from: &'static str },
    /// Look again after some milliseconds.
    RequeueAfter(u64),
}

/// Returns the request to report an Event of this controller.
pub(super) fn record_event(
    kind: EventType,
    reason: &'static str,
    message: impl Into<String>,
) -> Request {
    Request::RecordEvent { kind, reason, message: message.into(), from: COMPONENT }
}
