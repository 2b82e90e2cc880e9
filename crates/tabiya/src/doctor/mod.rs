// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya doctor`: looks at everything that a server needs, and says in a line each what is well and what to do.
//!
//! It takes the settings of `serve` and works beside a running server. A file a subject; each is asked with what the settings
//! say and answers with findings. What it cannot know (whether a router lets others in) it does not guess.

mod backups;
mod clock;
mod data;
mod database;
mod disk;
mod files;
mod finding;
mod firewall;
mod https;
mod mail;
mod port;
mod site;

use std::process::ExitCode;

use finding::{Finding, State, broken, look, well};

use crate::serve::{Given, Settings, mistaken_variables};

/// Look at everything that the server needs, and say what to do
///
/// One line each: ok, look (worth a look) or broken. It takes the settings of serve, changes nothing, and works beside a
/// running server. The exit code is 0 if all is well, 1 if something is worth a look, and 2 if something is broken.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya doctor --config /etc/tabiya.toml")]
pub(crate) struct Args {
    #[command(flatten)]
    given: Given,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut worst = State::Well;
    let mut tell = |finding: Finding| {
        worst = worst.max(finding.state);
        println!("{finding}");
    };
    match args.given.settings::<Args>("doctor") {
        Err(error) => tell(broken("settings", format!("{error:#}"))),
        Ok(settings) => {
            about_settings(&settings).into_iter().for_each(&mut tell);
            examine(&settings, &mut tell)?;
        }
    }
    Ok(ExitCode::from(match worst {
        State::Well => 0,
        State::Look => 1,
        State::Broken => 2,
    }))
}

/// Whether the settings go together, and which variables nobody reads.
fn about_settings(settings: &Settings) -> Vec<Finding> {
    let mut findings = vec![match settings.config() {
        Ok(config) if config.mail.is_some() && config.public_url.is_none() => broken(
            "settings",
            "mail needs the public URL, for links in letters begin with it; set public-url",
        ),
        Ok(_) => well("settings", "they can be read, and go together"),
        Err(error) => broken("settings", format!("{error:#}")),
    }];
    findings.extend(mistaken_variables().into_iter().map(|(found, likely)| {
        look("settings", format!("the variable {found} is no setting; perhaps {likely} was meant"))
    }));
    findings
}

fn examine(settings: &Settings, tell: &mut dyn FnMut(Finding)) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match &settings.database {
        Some(url) => {
            runtime.block_on(database::examine(url, settings)).into_iter().for_each(&mut *tell);
            tell(clock::examine(None));
        }
        None => {
            tell(data::examine(&settings.data_folder));
            disk::examine(&settings.data_folder).into_iter().for_each(&mut *tell);
            let kept = settings.daily_backups().map(|folder| backups::kept(settings, folder));
            tell(clock::examine(kept.as_ref()));
            tell(backups::examine(settings, kept.as_ref()));
        }
    }
    tell(files::examine());
    port::examine(settings).into_iter().for_each(&mut *tell);
    firewall::examine(settings).into_iter().for_each(&mut *tell);
    https::examine(settings).into_iter().for_each(&mut *tell);
    site::examine(settings).into_iter().for_each(&mut *tell);
    runtime.block_on(mail::examine(settings)).into_iter().for_each(&mut *tell);
    Ok(())
}
