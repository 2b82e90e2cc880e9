// SPDX-License-Identifier: AGPL-3.0-or-later
//! An `Arc` whose type says by itself that threads may share it.
//!
//! Of each future the compiler asks whether threads may share what it holds. For an `Arc` of a service it looks through all that the
//! service is made of: hundreds of types, again for each handler of each call. It does not look through an [`Opaque`]. The price is an
//! indirect call at each access, and that there is no `Weak` of it. So it is for services that many futures hold.

use std::ops::Deref;
use std::sync::Arc;

/// Gives the value. `dyn Held<T>` hides from the compiler what the value is made of; every type has it.
trait Held<T> {
    fn held(&self) -> &T;
}

impl<T> Held<T> for T {
    fn held(&self) -> &T {
        self
    }
}

/// A shared value. Cheap to clone.
pub struct Opaque<T>(Arc<dyn Held<T> + Send + Sync>);

impl<T: Send + Sync + 'static> Opaque<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T: Default + Send + Sync + 'static> Default for Opaque<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Clone for Opaque<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Opaque<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // Without the `*` it would be the `held` of the `Arc`.
        (*self.0).held()
    }
}
