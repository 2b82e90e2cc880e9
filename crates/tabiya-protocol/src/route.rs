// SPDX-License-Identifier: MIT OR Apache-2.0
//! One address of the page.

/// An address to which the server answers with the page. The page shows what belongs to the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRoute {
    /// The page's name for it.
    pub name: &'static str,
    /// The path. `{id}` stands for any text without a slash, which the page receives under this name.
    pub path: &'static str,
}

impl PageRoute {
    /// The names in braces, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }
}
