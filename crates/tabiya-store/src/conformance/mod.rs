// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every implementation of a port must do, as tests that it runs over itself. One module a port.
//!
//! Each module has wrong implementations beside it, and a test that the laws catch each of them: a law that nothing
//! can break says nothing.

pub mod access_tokens;
pub mod accounts;
pub mod analyses;
pub mod archive;
pub mod bulk;
pub mod certificates;
pub mod challenges;
pub mod chat;
pub mod deadlines;
pub mod desk;
pub mod events;
pub mod fence;
pub mod game_log;
mod games;
pub mod imports;
pub mod lines;
pub mod members;
pub mod nodes;
pub mod notices;
pub mod postgres;
pub mod push;
pub mod puzzle_lessons;
pub mod puzzle_sets;
pub mod puzzles;
pub mod ratings;
pub mod relations;
pub mod shared_nodes;
#[cfg(unix)]
pub mod silent_way;
pub mod tables;

use std::pin::Pin;

/// Whether a law that runs over an implementation fails. In a box, so that a task is compiled once, and not for each law.
#[doc(hidden)]
pub async fn is_broken(law: Pin<Box<dyn Future<Output = ()> + Send>>) -> bool {
    tokio::spawn(law).await.is_err()
}

/// From the list of a module's laws, which is written once: a macro that makes a test of each; `failing`, which says
/// which of them an implementation breaks; and `broken`, which says the first and leaves the others out.
///
/// `laws! { $ chat chat_tests Fixture: this_holds that_holds }` stands in the module `chat`. The macro
/// `chat_tests` takes an expression for a fresh `Fixture`. The dollar is for the macro that is made, because
/// a macro can't write one.
#[macro_export]
#[doc(hidden)]
macro_rules! laws {
    ($d:tt $module:ident $tests:ident $fixture:ident: $($law:ident)*) => {
        /// Makes a test of each law. The argument is an expression for a fresh fixture.
        #[macro_export]
        macro_rules! $tests {
            ($d fixture:expr) => {
                $(
                    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                    async fn $law() {
                        $crate::conformance::$module::$law(&$d fixture).await;
                    }
                )*
            };
        }

        $crate::laws! { $fixture, $($law)* }
    };
    ($fixture:ident, $($law:ident)*) => {
        /// The laws that an implementation breaks. Each runs over a fixture of its own.
        pub async fn failing<F: $fixture + 'static>(fresh: impl Fn() -> F) -> Vec<&'static str> {
            let mut failing = Vec::new();
            $(
                let fixture = fresh();
                if $crate::conformance::is_broken(Box::pin(async move { $law(&fixture).await })).await {
                    failing.push(stringify!($law));
                }
            )*
            failing
        }

        /// The first law that an implementation breaks. Each runs over a fixture of its own.
        pub async fn broken<F: $fixture + 'static>(fresh: impl Fn() -> F) -> Option<&'static str> {
            $(
                let fixture = fresh();
                if $crate::conformance::is_broken(Box::pin(async move { $law(&fixture).await })).await {
                    return Some(stringify!($law));
                }
            )*
            None
        }
    };
}
