// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya bot`: a UCI engine as a bot on any server that speaks lichess's API.
//!
//! One thread reads the account's events: it answers challenges, and starts a [`game`] thread for each game, with an
//! engine of its own. A line that breaks is opened again; the server then tells which games go on.

mod engine;
mod game;
pub(crate) mod http;

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;
use tabiya_rules::Variant;

use engine::Program;
use http::Server;

/// The longest pause before a broken line is opened again.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Run a UCI engine as a bot on a server that speaks lichess's API
///
/// Accepts challenges to standard games, Chess960 and games from a position, and plays until it is stopped.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: tabiya bot --url http://127.0.0.1:8080 --token tbp_0123\n\nThe token needs the scope bot:play. The account becomes a bot's before its first game."
)]
pub(crate) struct Args {
    /// The server's address
    #[arg(long, value_name = "URL")]
    url: String,
    /// The account's access token
    #[arg(long, env = "TABIYA_BOT_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: String,
    /// The engine's program; our own where it is left out
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// An option of the engine; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// Games at the same time; further challenges are declined
    #[arg(long, value_name = "NUMBER", default_value_t = 4)]
    games: usize,
    /// End when so many games are over
    #[arg(long, value_name = "NUMBER")]
    stop_after: Option<usize>,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// What all threads share.
struct Bot {
    server: Server,
    program: Program,
    id: String,
    most: usize,
    games: Mutex<Games>,
}

#[derive(Default)]
struct Games {
    playing: HashSet<String>,
    over: usize,
}

impl Bot {
    fn games(&self) -> std::sync::MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let server = Server::new(&args.url, &args.token)?;
    let account = server.get("/api/account").context("the account can't be read")?;
    let name = account["username"].as_str().unwrap_or_default().to_owned();
    if account["title"] != "BOT" {
        server
            .post("/api/bot/account/upgrade", "")
            .context("the account is no bot's and can't become one")?;
    }
    let program = Program {
        path: args.engine.clone().map_or_else(std::env::current_exe, Ok)?,
        arguments: if args.engine.is_some() { Vec::new() } else { vec!["uci".to_owned()] },
        options: args.options.clone(),
    };
    // Whether it starts at all is better known before the first game.
    drop(program.start()?);
    println!("{name} waits for challenges at {}", args.url);
    let id = account["id"].as_str().unwrap_or_default().to_owned();
    let games = Mutex::default();
    let bot = Arc::new(Bot { server, program, id, most: args.games, games });
    let mut pause = Duration::from_secs(1);
    loop {
        match listen(&bot, args.stop_after, &mut pause) {
            Ok(true) => return Ok(ExitCode::SUCCESS),
            Ok(false) => eprintln!("the line has ended; it is opened again"),
            Err(error) => eprintln!("the line is broken: {error:#}"),
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Reads events until the line ends. Returns whether the bot has done what it was started for.
fn listen(bot: &Arc<Bot>, stop_after: Option<usize>, pause: &mut Duration) -> anyhow::Result<bool> {
    for line in bot.server.lines("/api/stream/event")? {
        *pause = Duration::from_secs(1);
        if stop_after.is_some_and(|most| bot.games().over >= most) {
            return Ok(true);
        }
        let line = line?;
        if line.is_empty() {
            continue;
        }
        let event: Value = serde_json::from_str(&line).context("the server does not speak this API")?;
        match event["type"].as_str() {
            Some("challenge") => answer(bot, &event["challenge"])?,
            Some("gameStart") => start(bot, &event["game"]),
            _ => {}
        }
    }
    Ok(false)
}

/// Accepts a challenge, or says why not.
fn answer(bot: &Bot, challenge: &Value) -> anyhow::Result<()> {
    let Some(id) = challenge["id"].as_str() else { bail!("a challenge has no id") };
    if challenge["challenger"]["id"] == bot.id.as_str() {
        return Ok(());
    }
    let variant = challenge["variant"]["key"].as_str().unwrap_or_default();
    let refusal = if variant_of(variant).is_none() {
        Some("variant")
    } else if bot.games().playing.len() >= bot.most {
        Some("later")
    } else {
        None
    };
    let done = match refusal {
        None => bot.server.post(&format!("/api/challenge/{id}/accept"), ""),
        Some(reason) => bot.server.post(&format!("/api/challenge/{id}/decline"), &format!("reason={reason}")),
    };
    if let Err(error) = done {
        // It may have been taken back in this moment.
        eprintln!("challenge {id}: {error:#}");
    }
    Ok(())
}

/// The variant with this key; `None` if the bot does not play it. A game from a position has the rules of standard chess.
fn variant_of(key: &str) -> Option<Variant> {
    if key == "fromPosition" { Some(Variant::Standard) } else { key.parse().ok() }
}

/// Plays a game in a thread of its own, unless it is being played.
fn start(bot: &Arc<Bot>, game: &Value) {
    let id = game["gameId"].as_str().or_else(|| game["id"].as_str()).unwrap_or_default().to_owned();
    if id.is_empty() || !bot.games().playing.insert(id.clone()) {
        return;
    }
    let bot = Arc::clone(bot);
    std::thread::spawn(move || {
        match game::play(&bot.server, &bot.program, &bot.id, &id) {
            Ok(result) => println!("{id}: {result}"),
            Err(error) => eprintln!("{id}: {error:#}"),
        }
        let mut games = bot.games();
        games.playing.remove(&id);
        games.over += 1;
    });
}
