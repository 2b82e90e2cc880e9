// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tells whoever waits for a command that the database server says nothing.

use std::io;

use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// From now on the store's sentences about that, and no others, appear on standard error.
pub(crate) fn tell() {
    let lines = tracing_subscriber::fmt::layer().without_time().with_level(false).with_target(false);
    let only = Targets::new().with_target("tabiya_store::postgres::silence", LevelFilter::WARN);
    tracing_subscriber::registry()
        .with(lines.with_ansi(false).with_writer(io::stderr).with_filter(only))
        .init();
}
