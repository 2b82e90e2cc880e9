// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk's view of the servers that are this site together.

use axum::Json;
use axum::extract::State;
use tabiya_game::Time;
use tabiya_protocol::people::desk::{NodeState, NodeView, NodesView, SetBackView};
use tabiya_store::{DatabaseChange, Incarnation, Node, Role, Slot};

use super::staff::Staff;
use crate::answer::ApiError;
use crate::state::App;

/// How long the desk says that the database lacks moves. Whoever was to do something about it has done so by then.
const SAID_FOR_MS: u64 = 7 * 86_400_000;

/// `GET /api/page/desk/nodes`: as the database knows them, whichever node is asked.
pub(super) async fn nodes(State(app): State<App>, staff: Staff) -> Result<Json<NodesView>, ApiError> {
    staff.only(&[Role::Admin])?;
    let Some(standing) = app.readiness.node() else {
        return Ok(Json(NodesView { nodes: Vec::new(), unowned: 0, set_back: Vec::new() }));
    };
    let set_back = standing.last_change().await?.map(|change| set_back(change, app.people.now()));
    let (nodes, unowned) = view(standing.all().await?, standing.me());
    Ok(Json(NodesView { nodes, unowned, set_back: set_back.unwrap_or_default() }))
}

/// The nodes by their names, and the thousandths of the games that none of them owns.
fn view(mut nodes: Vec<Node>, me: Incarnation) -> (Vec<NodeView>, u32) {
    nodes.sort_by(|one, other| one.name.cmp(&other.name));
    let owned: u32 = nodes.iter().map(|node| node.slots).sum();
    let view = |node: Node| NodeView {
        share: thousandths(node.slots),
        state: match (node.lasts, node.draining) {
            (None, _) => NodeState::Silent,
            (Some(_), true) => NodeState::Drains,
            (Some(_), false) => NodeState::Plays,
        },
        is_this: node.incarnation == me,
        name: node.name.to_string(),
        address: node.address,
        version: node.version,
        joined: node.joined.0,
        clock_ahead: node.clock_ahead,
    };
    let unowned = thousandths(u32::from(Slot::COUNT).saturating_sub(owned));
    (nodes.into_iter().map(view).collect(), unowned)
}

/// Which nodes have found that the database lacks moves, as long as that is said.
fn set_back(change: DatabaseChange, now: Time) -> Vec<SetBackView> {
    let is_said = |at: Time| now.0.saturating_sub(at.0) < SAID_FOR_MS;
    let found = change.set_back.into_iter().filter(|found| is_said(found.at));
    found
        .map(|found| SetBackView { node: found.node.to_string(), at: found.at.0, games: found.games })
        .collect()
}

/// Of all slots. What is left of one is not nothing.
fn thousandths(slots: u32) -> u32 {
    (slots * 1_000).div_ceil(u32::from(Slot::COUNT))
}

#[cfg(test)]
mod tests {
    use tabiya_store::SetBack;

    use super::*;

    #[test]
    fn moves_that_the_database_lacks_are_spoken_of_for_a_week() {
        let found = |node: &str, at| SetBack { node: node.parse().unwrap(), at: Time(at), games: 3 };
        let said = |now| {
            let set_back = vec![found("one", 1_000), found("two", 5_000)];
            let change = DatabaseChange { since: Time(5_000), games: 6, set_back };
            let said = super::set_back(change, Time(now));
            said.into_iter().map(|found| (found.node, found.at, found.games)).collect::<Vec<_>>()
        };
        let [one, two] = [("one".to_owned(), 1_000, 3), ("two".to_owned(), 5_000, 3)];
        // The clock of the node that is asked may be a little behind.
        assert_eq!(said(900), [one.clone(), two.clone()]);
        assert_eq!(said(SAID_FOR_MS + 999), [one, two.clone()]);
        assert_eq!(said(SAID_FOR_MS + 1_000), [two]);
        assert!(said(SAID_FOR_MS + 5_000).is_empty());
    }
}
