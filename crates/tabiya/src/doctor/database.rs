// SPDX-License-Identifier: AGPL-3.0-or-later
//! The PostgreSQL database: whether it can be reached, keeps what it commits, and has this program's tables.

use std::time::Duration;

use tabiya_store::{DatabaseUrl, look_at_postgres};

use crate::serve::Settings;

use super::backups;
use super::finding::{Finding, broken, look, well};

const WHAT: &str = "database";
/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) async fn examine(url: &str, settings: &Settings) -> Vec<Finding> {
    let url: DatabaseUrl = match url.parse() {
        Ok(url) => url,
        Err(error) => return vec![broken(WHAT, format!("{error}"))],
    };
    let mut findings = match tokio::time::timeout(PATIENCE, look_at_postgres(&url)).await {
        Err(_) => vec![broken(WHAT, format!("{url} does not answer"))],
        Ok(Err(error)) => vec![broken(WHAT, error.to_string())],
        Ok(Ok(found)) => {
            let tables = match (found.has_tables, found.gap) {
                (false, _) => well(WHAT, format!("{url} has no games yet")),
                (true, None) => well(WHAT, format!("{url} has this program's tables")),
                (true, Some(gap)) => look(
                    WHAT,
                    format!(
                        "{url} is of an older Tabiya ({gap}); back it up, then the next start brings it up to date"
                    ),
                ),
            };
            let risks = found.risks.into_iter().map(|risk| look(WHAT, risk));
            std::iter::once(tables).chain(risks).collect()
        }
    };
    findings.push(backups::of_database(&url, settings.daily_backups()).await);
    findings
}
