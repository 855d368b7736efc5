//! Links: there and back, pasted into other pages, and made by people who mean harm.

mod hostile;
mod round_trip;
mod shared;
