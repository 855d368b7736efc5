//! Requests over the network of the Pods: whom a name or an address reaches, and how a request for HTTP ends.

pub mod hosts;
pub mod http;
