//! Writes records as DNS tools do.

use super::Record;
use std::fmt::{Display, Formatter, Result};

impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Record::Address(address, _) => write!(f, "A {address}"),
            Record::Port(port, name) => write!(f, "SRV 0 100 {port} {name}"),
            Record::Alias(name) => write!(f, "CNAME {name}"),
        }
    }
}
