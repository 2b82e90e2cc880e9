// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk's view of the servers that are this site together.

use axum::Json;
use axum::extract::State;
use tabiya_protocol::people::desk::{NodeState, NodeView, NodesView};
use tabiya_store::{Incarnation, Node, Role, Slot};

use super::staff::Staff;
use crate::answer::ApiError;
use crate::state::App;

/// `GET /api/page/desk/nodes`: as the database knows them, whichever node is asked.
pub(super) async fn nodes(State(app): State<App>, staff: Staff) -> Result<Json<NodesView>, ApiError> {
    staff.only(&[Role::Admin])?;
    Ok(Json(match app.readiness.node() {
        Some(standing) => view(standing.all().await?, standing.me()),
        None => NodesView { nodes: Vec::new(), unowned: 0 },
    }))
}

fn view(mut nodes: Vec<Node>, me: Incarnation) -> NodesView {
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
    NodesView { nodes: nodes.into_iter().map(view).collect(), unowned }
}

/// Of all slots. What is left of one is not nothing.
fn thousandths(slots: u32) -> u32 {
    (slots * 1_000).div_ceil(u32::from(Slot::COUNT))
}
