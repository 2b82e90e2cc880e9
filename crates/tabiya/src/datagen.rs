// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya datagen`: games of the engine against itself, for its network to learn from.

use std::process::ExitCode;

pub(crate) use tabiya_train::datagen::Args;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    tabiya_train::datagen::run(args)?;
    Ok(ExitCode::SUCCESS)
}
