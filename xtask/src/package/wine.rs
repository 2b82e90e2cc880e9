// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays on the package for Windows, on Linux under Wine: it is extracted, and `packaging/play.sh` plays on what lies there.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::windows::{LINKER, install_linker};
use crate::{apt, process, workspace};

/// Where Debian's package has its programs, which are not on the path.
const PROGRAMS: &str = "/usr/lib/wine";
const PACKAGE: &str = "wine64";

/// What Rust's standard library asks Windows for randomness with. Debian's Wine has no such library, so one is laid beside the
/// program that is tried. It is in no package.
const RANDOMNESS: &str = r"
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length > 65536 ? 65536 : (ULONG)length;
        if (!SystemFunction036(data, part)) return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
";

/// Plays on a package.
///
/// # Errors
/// If Wine can't be had, or the program does not do what it must.
pub(super) fn play(package: &Path) -> Result<(), String> {
    let wine = Path::new(PROGRAMS).join("wine64");
    if !wine.is_file() {
        apt::install(&[PACKAGE]).map_err(|why| format!("{PACKAGE} is needed: {why}"))?;
    }
    install_linker()?;
    let folder = workspace::target().join("package-try");
    // What an earlier run left.
    let _ = fs::remove_dir_all(&folder);
    make(&folder)?;
    let mut extract = process::command("python3", &folder);
    process::capture(extract.args(["-m", "zipfile", "--extract"]).arg(package).arg(&folder))?;
    let extracted = only_entry(&folder)?;
    lay_randomness_beside(&extracted)?;
    // `play.sh` starts one program, and kills what it has started.
    let program = extracted.join("tabiya.sh");
    let script =
        format!("#!/bin/sh\nexec {} '{}' \"$@\"\n", wine.display(), extracted.join("tabiya.exe").display());
    write(&program, &script)?;
    process::capture(process::command("chmod", &extracted).arg("+x").arg(&program))?;
    let mut played = process::command("sh", &extracted);
    played.arg(workspace::root().join("packaging/play.sh")).arg(free_port()?.to_string()).arg(&program);
    let done = process::stream(in_prefix(&mut played, &folder));
    // Its helpers would wait for more.
    let _ =
        in_prefix(process::command("/usr/lib/wine/wineserver64", &folder).arg("--kill"), &folder).status();
    if !done?.ok {
        return Err(format!("the program for Windows failed under Wine; it lies in {}", extracted.display()));
    }
    Ok(())
}

/// With a Windows of its own, which is made anew, and neither asks for more nor says what Wine lacks.
fn in_prefix<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command
        .env("WINEPREFIX", folder.join("wine"))
        .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
        .env("WINEDEBUG", "-all")
}

/// The folder that was in the package.
fn only_entry(folder: &Path) -> Result<PathBuf, String> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    match (entries.pop(), entries.len()) {
        (Some(entry), 0) => Ok(entry),
        _ => Err(format!("the package is no single folder: {}", folder.display())),
    }
}

fn lay_randomness_beside(program: &Path) -> Result<(), String> {
    let source = program.join("randomness.c");
    write(&source, RANDOMNESS)?;
    let mut compile = process::command(LINKER, program);
    compile.args(["-shared", "-O1", "-o", "bcryptprimitives.dll", "randomness.c", "-ladvapi32"]);
    process::capture(&mut compile)?;
    Ok(())
}

/// A port that nobody has.
pub(super) fn free_port() -> Result<u16, String> {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    address.map(|address| address.port()).map_err(|error| format!("no port is free: {error}"))
}

fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
