// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks the types of the page and of its browser tests, with the native compiler of TypeScript. For the stories it needs 0.9 s of
//! processor time, and the one in JavaScript, with which svelte-check still reads the components, 7.6 s.

use std::io::ErrorKind;
use std::path::Path;
use std::{fs, io};

use crate::process::{self, Finished};
use crate::{web, workspace};

/// The native compiler. npm installs both compilers' commands under the same name, `tsc`.
const TSC: &str = "node_modules/@typescript/native/bin/tsc";

/// What svelte-check keeps in `web/` between runs. It notices changed components and types, but none of [`ALSO_READ`].
const KEPT: &str = ".svelte-check";

/// The files that, beside a component itself, decide what it is warned of.
const ALSO_READ: [&str; 3] = ["package-lock.json", "svelte.config.js", "vite.config.ts"];

/// Checks the page with its tests, and then the stories, which see no types of Svelte and Vite.
pub(crate) fn check() -> Result<Finished, String> {
    let web = workspace::web();
    forget_if_stale(&web).map_err(|error| format!("cannot look after web/{KEPT}: {error}"))?;
    let mut page = web::tool("svelte-check");
    page.args(["--tsconfig", "./tsconfig.check.json", "--fail-on-warnings", "--tsgo", "--incremental"]);
    let page = process::watch(&mut page)?;
    let mut stories = process::command("node", &web);
    let stories = process::watch(stories.args([TSC, "--project", "e2e", "--checkers", "1"]))?;
    Ok(Finished { ok: page.ok && stories.ok, output: page.output + &stories.output })
}

/// Deletes what svelte-check has kept if one of [`ALSO_READ`] has changed since.
fn forget_if_stale(web: &Path) -> io::Result<()> {
    let read =
        ALSO_READ.iter().map(|name| fs::read_to_string(web.join(name))).collect::<io::Result<String>>()?;
    let kept = web.join(KEPT);
    let kept_with = kept.join("kept-with");
    if fs::read_to_string(&kept_with).is_ok_and(|then| then == read) {
        return Ok(());
    }
    match fs::remove_dir_all(&kept) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir(&kept)?,
    }
    fs::write(kept_with, read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_configuration_or_package_is_not_answered_from_what_was_kept() {
        let web = std::env::temp_dir().join(format!("xtask-types-{}", std::process::id()));
        fs::create_dir_all(&web).unwrap();
        for name in ALSO_READ {
            fs::write(web.join(name), "first").unwrap();
        }
        let warnings = web.join(KEPT).join("manifest.json");
        let is_kept = || {
            forget_if_stale(&web).unwrap();
            warnings.exists()
        };
        for name in ALSO_READ {
            is_kept();
            fs::write(&warnings, "none").unwrap();
            assert!(is_kept(), "nothing has changed");
            fs::write(web.join(name), "second").unwrap();
            assert!(!is_kept(), "{name}");
        }
        fs::remove_dir_all(web).unwrap();
    }
}
