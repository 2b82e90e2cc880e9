// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask pairings`: random tournaments beside other pairing programs, resumable.

use crate::{process, python, workspace};

/// What to compare with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The path of bbpPairings 6; Gacrux where there is none.
    pub(crate) bbp: Option<String>,
    /// Whether bbpPairings generates the tournaments and we check them.
    pub(crate) theirs: bool,
    /// Tournaments in all, those of earlier runs included.
    pub(crate) count: Option<u64>,
}

pub(crate) fn run(plan: &Plan) -> Result<bool, String> {
    let (kind, program, count) = match &plan.bbp {
        Some(program) if plan.theirs => ("bbp-generates", program.clone(), plan.count.unwrap_or(5_000)),
        Some(program) => ("bbp", program.clone(), plan.count.unwrap_or(50_000)),
        None => (
            "gacrux",
            python::find_or_install(&python::GACRUX)?.display().to_string(),
            plan.count.unwrap_or(5_000),
        ),
    };
    let folder = workspace::target().join("pairings").join(kind);
    println!("differences are kept in {}", folder.display());
    let mut command = process::cargo();
    command.args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "tabiya-tournament",
        "--example",
        "compare",
        "--",
    ]);
    command.arg(folder).args([count.to_string(), kind.to_owned(), program]);
    Ok(process::stream(&mut command)?.ok)
}
