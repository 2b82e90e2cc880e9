// SPDX-License-Identifier: AGPL-3.0-or-later
//! `--print-config`: the settings in force, as a file that could be given to `--config`.

use std::fmt::Write;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};
use tabiya_cluster::bus::BusUrl;
use tabiya_server::{SettingInForce, Source};
use tabiya_store::DatabaseUrl;

use super::sources::{key, settings, variable};
use crate::place::folder_wins;
use crate::secrets::without_passwords;

/// Each setting with what it does; commented out where it has its default.
pub(super) fn config(matches: &ArgMatches) -> String {
    let mut text = String::from(
        "# Every setting of tabiya serve. Each may stand in this file, in the environment (its variable stands\n\
         # behind its name) or on the command line (--listen and so on); the latter win over the former.\n",
    );
    for setting in settings() {
        let (key, variable) = (key(&setting), variable(&setting));
        let help = setting.get_help().map(|help| help.to_string().replace('\n', " ")).unwrap_or_default();
        let value = raw(matches, &setting);
        let is_overruled = key == "database" && folder_wins(matches);
        let is_set = source(matches, &setting) != Source::Default;
        let mark = if is_set && !is_overruled && !is_secret(key) { "" } else { "# " };
        let shown = match value {
            Some(_) if is_secret(key) => " (is set, and not shown)".to_owned(),
            Some(value) => format!(" {}", as_toml(&without_password(key, &value))),
            None => String::new(),
        };
        write!(text, "\n# {help} ({variable})\n{mark}{key} ={shown}\n")
            .expect("writing to a string succeeds");
    }
    text
}

/// The settings in force, with where each comes from. Without secrets.
pub(super) fn in_force(matches: &ArgMatches) -> Vec<SettingInForce> {
    let told = |setting: &Arg| {
        let key = key(setting);
        let value = raw(matches, setting).filter(|_| !is_secret(key));
        SettingInForce {
            key: key.to_owned(),
            value: value.map(|value| without_password(key, &value)),
            source: source(matches, setting),
        }
    };
    settings().iter().map(told).collect()
}

fn is_secret(key: &str) -> bool {
    key == "smtp-password"
}

fn raw(matches: &ArgMatches, setting: &Arg) -> Option<String> {
    let mut values = matches.get_raw(setting.get_id().as_str())?;
    values.next().map(|value| value.to_string_lossy().into_owned())
}

/// What the file says has taken the built-in default's place.
fn source(matches: &ArgMatches, setting: &Arg) -> Source {
    let built_in = setting.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
    match matches.value_source(setting.get_id().as_str()) {
        Some(ValueSource::CommandLine) => Source::Flag,
        Some(ValueSource::EnvVariable) => Source::Environment,
        Some(_) | None if raw(matches, setting) != built_in => Source::File,
        Some(_) | None => Source::Default,
    }
}

/// What is printed may be shown to others.
fn without_password(key: &str, value: &str) -> String {
    match key {
        "database" => value
            .parse::<DatabaseUrl>()
            .map_or_else(|_| "not a URL of a database".to_owned(), |url| url.to_string()),
        // A name without a password may be a token, which is a secret.
        "bus" => value
            .parse::<BusUrl>()
            .map_or_else(|_| "not an address of NATS".to_owned(), |url| url.to_string()),
        _ => without_passwords(value),
    }
}

fn as_toml(value: &str) -> String {
    if value.parse::<i64>().is_ok() {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}
