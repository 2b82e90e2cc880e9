// SPDX-License-Identifier: AGPL-3.0-or-later
//! A rolling upgrade to the next version of the program, which is this one with a switch (see `next.rs` of `tabiya-store`), and back.

use std::time::Duration;

use serde_json::{Value, json};

use super::site::{NAMES, Site};
use crate::history::Log;

/// The switch.
const NEXT: &str = "--next-version";

/// How long after a node has started the next one is stopped.
const BETWEEN: Duration = Duration::from_secs(5);

/// Replaces the nodes one by one. If it is kept, the site is of the next version then; else two are replaced, and come back as they
/// were: when the last older node has gone there is no way back.
pub(super) async fn upgrade(site: &mut Site, is_kept: bool) -> Result<(), String> {
    let replaced = if is_kept { NAMES.len() } else { NAMES.len() - 1 };
    for node in 0..replaced {
        replace(site, node, true).await?;
    }
    if !is_kept {
        for node in 0..replaced {
            replace(site, node, false).await?;
        }
    }
    site.is_next_version = is_kept;
    Ok(())
}

async fn replace(site: &mut Site, node: usize, is_next: bool) -> Result<(), String> {
    let server = &mut site.nodes[node];
    let flags: Vec<String> = server.settings().into_iter().map(str::to_owned).collect();
    let flags = flags.iter().map(String::as_str).filter(|flag| *flag != NEXT);
    let flags: Vec<&str> = flags.chain(is_next.then_some(NEXT)).collect();
    if !server.stop().await {
        return Err(format!("node {} did not end in form", NAMES[node]));
    }
    server.restart_with(&flags).await;
    tokio::time::sleep(BETWEEN).await;
    Ok(())
}

/// The logs of these games on a site of the next version, which this program can't open.
pub(super) fn logs(site: &Site, games: &[&str]) -> Result<Vec<Option<Log>>, String> {
    games.iter().map(|game| log(site, game).map(Some)).collect()
}

fn log(site: &Site, game: &str) -> Result<Log, String> {
    let sql = format!(
        "SELECT json_build_array(at, body) FROM event JOIN game ON event.game = game.number
         WHERE game.id = '{game}' ORDER BY seq"
    );
    let rows = site.sql(&sql);
    let lines: Result<Vec<Value>, serde_json::Error> = rows.lines().map(event).collect();
    Log::from_json(&lines.map_err(|error| error.to_string())?).map_err(|error| error.to_string())
}

/// An event as it is stored, with the key of its command around it if it has one.
fn event(row: &str) -> serde_json::Result<Value> {
    let (at, body): (u64, String) = serde_json::from_str(row)?;
    let body: Value = serde_json::from_str(&body)?;
    Ok(if body["key"].is_string() {
        json!({ "at": at, "event": body["event"], "keyed": { "by": body["by"], "key": body["key"] } })
    } else {
        json!({ "at": at, "event": body })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_events_are_read_with_their_keys() {
        let plain = event(r#"[5, "{\"draw_offered\":{\"by\":\"white\"}}"]"#).unwrap();
        assert_eq!(plain, json!({"at": 5, "event": {"draw_offered": {"by": "white"}}}));
        let row =
            r#"[6, "{\"key\":\"k\",\"by\":\"black\",\"event\":{\"draw_declined\":{\"by\":\"black\"}}}"]"#;
        let keyed = json!({"by": "black", "key": "k"});
        let wanted = json!({"at": 6, "event": {"draw_declined": {"by": "black"}}, "keyed": keyed});
        assert_eq!(event(row).unwrap(), wanted);
    }
}
