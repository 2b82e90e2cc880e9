// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask load`: makes release builds of the server and the load generator, and starts the generator.

use crate::{process, workspace};

/// Passes `arguments` to the generator, which parses them and starts the server on the first core.
pub(crate) fn run(arguments: &[String]) -> Result<bool, String> {
    let mut build = process::cargo();
    build.args(["build", "--release", "--locked", "--package", "tabiya", "--package", "tabiya-testkit"]);
    if !process::stream(&mut build)?.ok {
        return Ok(false);
    }
    let release = workspace::target().join("release");
    let generator = release.join(format!("tabiya-load{}", std::env::consts::EXE_SUFFIX));
    let mut load = match process::on_path("taskset") {
        Some(taskset) => {
            let mut command = process::command(taskset, &workspace::root());
            command.args(["-c", "1"]).arg(generator);
            command
        }
        None => process::command(generator, &workspace::root()),
    };
    load.args(arguments);
    load.env("TABIYA_BIN", release.join(format!("tabiya{}", std::env::consts::EXE_SUFFIX)));
    load.env("TABIYA_COMMIT", workspace::commit()?);
    if let Some(folder) = workspace::shared_data() {
        load.env("TABIYA_DATA", folder);
    }
    Ok(process::stream(&mut load)?.ok)
}
