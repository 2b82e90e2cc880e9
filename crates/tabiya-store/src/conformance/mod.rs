// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every implementation of a port must do, as tests that it runs over itself. One module a port.
//!
//! Each module has wrong implementations beside it, and a test that the laws catch each of them: a law that nothing
//! can break says nothing.

pub mod access_tokens;
pub mod accounts;
pub mod archive;
pub mod bulk;
pub mod chat;
pub mod deadlines;
pub mod desk;
pub mod game_log;
mod games;
pub mod imports;
pub mod notices;
pub mod postgres;
pub mod ratings;
pub mod relations;
pub mod tables;

/// Makes a test of each law of a module, and `failing`, which says which laws an implementation breaks.
#[macro_export]
#[doc(hidden)]
macro_rules! laws {
    ($fixture:ident, $($law:ident)*) => {
        /// The laws that an implementation breaks. Each runs over a fixture of its own.
        pub async fn failing<F: $fixture + 'static>(fresh: impl Fn() -> F) -> Vec<&'static str> {
            let mut failing = Vec::new();
            $(
                let fixture = fresh();
                let ran = tokio::spawn(async move { $law(&fixture).await }).await;
                if ran.is_err() {
                    failing.push(stringify!($law));
                }
            )*
            failing
        }
    };
}
