//! What a link asks of the page, and what its opening tells.

use podlab_link::{LinkError, LinkTarget};

/// What a link asks of the page, or its opening tells.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkMessage {
    /// The address may be another one.
    Address,
    /// The text that a link holds is unpacked; for the opening of that number.
    Unpacked(u32, Result<String, LinkError>),
    /// What was opened otherwise is packed for the address; for the opening of that number.
    Packed(u32, LinkTarget),
    /// The browser went back or forward to an entry with so many layers over the lab; none if the page did not make it.
    Layers(Option<u32>),
    /// The person who waits for a link does not want to wait any longer.
    Stop,
}
