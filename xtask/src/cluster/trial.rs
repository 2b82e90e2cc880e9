// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask cluster --faults N` and `--figures`: builds the server and the program that breaks or measures a site of several nodes,
//! and starts that program.

use crate::{nats, postgres, process, workspace};

/// Passes `arguments` to the program, which parses them.
pub(crate) fn run(arguments: &[String]) -> Result<bool, String> {
    postgres::programs_or_install()?;
    let nats_server = nats::find_or_install()?;
    let is_measured = arguments.iter().any(|argument| argument == "--figures");
    let mut build = process::cargo();
    build.args(["build", "--locked", "--package", "tabiya", "--package", "tabiya-testkit"]);
    build.args(["--features", "tabiya-testkit/nodes"]);
    build.args(is_measured.then_some("--release"));
    if !process::stream(&mut build)?.ok {
        return Ok(false);
    }
    let folder = workspace::target().join(if is_measured { "release" } else { "debug" });
    let program = |name: &str| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut trial = process::command(program("tabiya-nodes"), &workspace::root());
    if let Some(folder) = workspace::shared_data() {
        trial.env("TABIYA_DATA", folder);
    }
    trial.args(arguments).env("TABIYA_BIN", program("tabiya")).env(nats::VARIABLE, nats_server);
    Ok(process::stream(&mut trial)?.ok)
}
