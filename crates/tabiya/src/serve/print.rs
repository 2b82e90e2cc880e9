// SPDX-License-Identifier: AGPL-3.0-or-later
//! `--print-config`: the settings in force, as a file that could be given to `--config`.

use std::fmt::Write;

use clap::ArgMatches;
use clap::parser::ValueSource;
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
        let value = matches.get_raw(setting.get_id().as_str()).and_then(|mut values| values.next());
        let source = matches.value_source(setting.get_id().as_str());
        let default = setting.get_default_values().first().map(|value| value.to_string_lossy());
        let shown = value.map(|value| as_toml(&without_password(key, &value.to_string_lossy())));
        let changed = source.is_some_and(|source| source != ValueSource::DefaultValue)
            || value.map(|value| value.to_string_lossy()) != default;
        let is_overruled = key == "database" && folder_wins(matches);
        let is_secret = key == "smtp-password";
        let mark = if changed && !is_overruled && !is_secret { "" } else { "# " };
        let shown = match shown {
            Some(_) if is_secret => " (is set, and not shown)".to_owned(),
            shown => shown.map_or(String::new(), |shown| format!(" {shown}")),
        };
        write!(text, "\n# {help} ({variable})\n{mark}{key} ={shown}\n")
            .expect("writing to a string succeeds");
    }
    text
}

/// What is printed may be shown to others.
fn without_password(key: &str, value: &str) -> String {
    match value.parse::<DatabaseUrl>() {
        Ok(url) if key == "database" => url.to_string(),
        Err(_) if key == "database" => "not a URL of a database".to_owned(),
        Ok(_) | Err(_) => without_passwords(value),
    }
}

fn as_toml(value: &str) -> String {
    if value.parse::<i64>().is_ok() {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}
