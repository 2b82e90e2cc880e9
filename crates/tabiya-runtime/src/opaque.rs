// SPDX-License-Identifier: AGPL-3.0-or-later
//! A value that many share, as by `Arc`, and into which the compiler does not look.
//!
//! Wherever a future holds a service, the compiler asks whether threads may share the service, and looks through all its parts for
//! the answer: hundreds of types, again for each handler of each call. Here the answer is part of the type.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// What is shared. It has one implementation, for every type.
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
        (*self.0).held()
    }
}

impl<T: fmt::Debug> fmt::Debug for Opaque<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
