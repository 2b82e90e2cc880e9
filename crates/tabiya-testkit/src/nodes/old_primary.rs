// SPDX-License-Identifier: AGPL-3.0-or-later
//! The old primary comes back after the promotion of its standby: its machine is switched on, and the system starts PostgreSQL.

use std::time::Duration;

use super::site::Site;
use crate::patiently;

/// What a node says of it.
const SAYS: &str = "is not used: it is a primary from before a promotion (its timeline is 1, and 2 was seen)";
/// Nodes hold locks on the database that they use, and a commit there would wait for the standby that is none any more.
const USED: &str = "SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')
     + (SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep')";

/// The primary is killed, the standby promoted, and the old primary started again. Returns when both primaries run, all connections were made anew beside both, and a node has started anew.
pub(super) async fn comes_back(site: &mut Site) -> Result<(), String> {
    tokio::task::block_in_place(|| site.fail_over());
    site.until_whole().await;
    tokio::task::block_in_place(|| site.postgres.start_again());
    let end =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'tabiya'";
    site.sql(end);
    let fresh = site.nodes.last_mut().expect("a site has nodes");
    fresh.kill().await;
    fresh.restart().await;
    site.until_whole().await;
    for node in &site.nodes {
        node.printed(SAYS).await;
    }
    patiently("nobody to use the old primary", async {
        while site.sql_on_the_first(USED) != "0" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    let often: Vec<usize> = site.nodes.iter().map(|node| node.log().matches(SAYS).count()).collect();
    if often[..2] != [1, 1] {
        return Err(format!("the nodes have said {often:?} times that the old primary is not used"));
    }
    let status = site.status().await;
    status.contains(SAYS).then_some(()).ok_or_else(|| format!("cluster status does not say it: {status}"))
}
