//! `html!` as Yew reads it, written in another way: Yew's macro builds each element where it stands, in some hundred
//! bytes of Wasm; this one tells a tree of `podlab_web::markup` piece by piece what stands there, in some ten bytes each.
//!
//! It knows elements with literal, braced and shorthand attributes, components, fragments, `if`, `{ value }` and
//! `{ for values }`.

mod read;
mod write;

use proc_macro::TokenStream;

/// HTML of the page, in Yew's language.
#[proc_macro]
pub fn html(input: TokenStream) -> TokenStream {
    let tokens: Vec<_> = input.into_iter().collect();
    match read::root(&tokens) {
        Ok(nodes) => write::root(&nodes),
        Err(wrong) => wrong.complaint(),
    }
}
