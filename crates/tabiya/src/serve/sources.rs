// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where settings come from: the file, over it the environment, over it the flags.
//!
//! What the file says takes the place of the built-in default and the command line is read again. So all three
//! are checked by the same parsers, and are refused in the same words.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, bail};
use clap::{Arg, ArgMatches, Args as _, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Settings;
use crate::limits::read_text;
use crate::secrets;

/// How alike two names must be for one to be taken for a slip of the other, from 0 to 1.
const ALIKE: f64 = 0.8;

/// The flags and variables of this process, which runs the command with these arguments, with the file's values below them.
pub(super) fn matches<A: clap::Args>(file: Option<&Path>, command_name: &str) -> anyhow::Result<ArgMatches> {
    let arguments = env::args_os().skip_while(|argument| argument != command_name).collect();
    matches_of::<A>(file, command_name, arguments)
}

/// The same with other arguments than those of this process. The first one is the command.
pub(super) fn matches_of<A: clap::Args>(
    file: Option<&Path>,
    command_name: &str,
    mut arguments: Vec<OsString>,
) -> anyhow::Result<ArgMatches> {
    let mut command = A::augment_args(Command::new(format!("tabiya {command_name}")));
    if let Some(file) = file {
        for (name, value) in read(file)? {
            command = command.mut_arg(&name, |setting| setting.default_value(value));
        }
    }
    if arguments.is_empty() {
        arguments.push(command_name.into());
    }
    Ok(command.try_get_matches_from(arguments).unwrap_or_else(|error| secrets::exit(&error)))
}

/// Every setting, in the order of the documentation.
pub(super) fn settings() -> Vec<Arg> {
    Settings::augment_args(Command::new("")).get_arguments().cloned().collect()
}

/// How a setting is called in the file, and as a flag.
pub(super) fn key(setting: &Arg) -> &str {
    setting.get_long().expect("every setting has a flag")
}

/// Variables of ours that are no settings: the first names the file of settings, `cargo run` passes the others on.
const NO_SETTINGS: [&str; 5] =
    ["TABIYA_CONFIG", "TABIYA_COMMIT", "TABIYA_SKIP_WEB", "TABIYA_DATA", "TABIYA_UNDER_TEST"];

/// Variables that look like slips of ours, each with the one that was probably meant.
pub(crate) fn mistaken_variables() -> Vec<(String, String)> {
    let names: Vec<String> = settings().iter().map(variable).collect();
    env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| {
            name.starts_with("TABIYA_") && !NO_SETTINGS.contains(&&**name) && !names.contains(name)
        })
        .filter_map(|name| {
            let likely = most_alike(&name, names.iter().map(String::as_str))?.to_owned();
            Some((name, likely))
        })
        .collect()
}

/// How a setting is called in the environment.
pub(super) fn variable(setting: &Arg) -> String {
    setting.get_env().expect("every setting has a variable").to_string_lossy().into_owned()
}

/// The file's settings by id, each checked.
fn read(file: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let shown = file.display();
    let text = read_text(file)?;
    // The error itself would show the line, and a password in it.
    let table = DeTable::parse(&text).map_err(|error| {
        let line = line_of(&text, error.span().map_or(0, |span| span.start));
        anyhow::anyhow!("{shown}, line {line}, is no TOML: {}", error.message())
    })?;
    let known = settings();
    let mut found = Vec::new();
    for (name, value) in table.get_ref() {
        let line = line_of(&text, name.span().start);
        let place = format!("{shown}, line {line}");
        let name: &str = name.get_ref();
        let Some(setting) = known.iter().find(|setting| key(setting) == name) else {
            match most_alike(name, known.iter().map(key)) {
                Some(likely) => bail!("{place}: there is no setting {name:?}; did you mean {likely:?}?"),
                None => {
                    bail!("{place}: there is no setting {name:?}; tabiya serve --print-config lists them")
                }
            }
        };
        let value = as_text(value).with_context(|| format!("{place}: {name}"))?;
        check(setting, &value).with_context(|| place)?;
        found.push((setting.get_id().to_string(), value));
    }
    Ok(found)
}

/// The number of the line in which this byte is, from 1.
fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

/// The value as it would stand on the command line.
fn as_text(value: &Spanned<DeValue<'_>>) -> anyhow::Result<String> {
    Ok(match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Array(items) => items.iter().map(as_text).collect::<anyhow::Result<Vec<_>>>()?.join(","),
        DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Table(_) => {
            bail!("expected a text in quotes, a whole number or a list of texts")
        }
    })
}

/// Whether the setting's own parser takes the value.
fn check(setting: &Arg, value: &str) -> anyhow::Result<()> {
    let alone = Command::new("tabiya serve").arg(setting.clone());
    let argument = format!("--{}={value}", key(setting));
    match alone.try_get_matches_from(["serve", &argument]) {
        Ok(_) => Ok(()),
        Err(error) => {
            let said = secrets::without_passwords(&error.render().to_string());
            bail!("{}", said.lines().next().unwrap_or_default().trim_start_matches("error: "))
        }
    }
}

fn most_alike<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(alike, _)| *alike > ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}
