// SPDX-License-Identifier: AGPL-3.0-or-later
//! A seeded simulation of several nodes on one database: each runs the real membership, rooms, relays and outlets.
//!
//! One number decides everything: the games, who plays through which node, what the bus loses, doubles and delays, how long the
//! database takes, and what happens to the nodes. Each [node] has a runtime of its own with tokio's paused clock, and the [world]
//! lets one after the other run up to the same moment, on one thread; so the same seed always tells the same story, and a node
//! can be suspended while the others go on. Real are: the heart and the steward, slots and leases as `membership` sees them,
//! rooms, relays, outlets, hand-overs, the seal of the bus, the timeline. Not real are: the [database], the [way to it](link), the
//! bus (`tabiya_cluster::bus::Hub`), the [clients](client), the clocks.
//!
//! A node is killed, stopped or suspended (1.0, 1.4, 1.6 or 5 s), cut off the database or the bus, drained, or suspended in the
//! middle of a renewal or with an append on its way; it starts again under the same name; the database is away; wall clocks differ by
//! up to 3.5 s.
//!
//! What is checked, by the numbers of the invariants that a history of a site must keep ([client] while it hears, [judge] at the end,
//! [world] at each step):
//!
//! - (1) each log can be replayed, and (9) nothing follows its end;
//! - (2) what was acknowledged is in the log, and (13) what was refused is not;
//! - (3) whatever a client was told is in the log, and (4) its numbers have no gap, over all nodes;
//! - (5) epochs never fall; (6) nothing is written under an epoch after the next one was claimed;
//! - (7) each event is written by the life of a node that owned the slot, no two nodes act for one game, and no node is removed
//!   that is well, for example because the database was away;
//! - (8) what was asked for once happens once at most, over all owners (moves, and time that is given); what was asked for with a key
//!   is asked for until it is answered, and is answered at the end;
//! - (10) no turn costs more than thinking took and a page needs to find another node, and a node to ask again where the bus loses
//!   messages; where nodes were only stopped and drained, turns go on as they were: they cost 2.5 s more at most, and get 1.5 s back for each
//!   node;
//! - (11) a client that goes to another node finds there what it was told before;
//! - (14) at the end all clients know the whole log, and are told who is here, unless the game is over;
//! - (15) four seconds after the last fault each game has an owner that runs; within ten seconds something happens in it, and a move is
//!   played as soon as a player has thought.
//!
//! What [judge] leaves aside: (10) turns that are charged too much while the game's owner or the player's node is cut off the bus, or
//! was 8 s before, turns that are charged too little where messages are late, and what turns get back where two of three nodes are
//! stopped or drained at the same time.
//!
//! (12) one rematch, one pairing, one taker of a seek: rows, whose laws the conformance suite of `tabiya-store` tests
//! (`challenges`, `events`). Claims against players who have left: `membership/tests` and `room/core/tests` of `tabiya-live`. What only
//! PostgreSQL shows: `tests/it/postgres/nodes.rs` of `tabiya-store`, and `cargo xtask cluster --faults`.
//!
//! `cargo xtask simulate --nodes 3 --seeds 10000` plays many seeds, `--seed N` one with its story, and `--mutants` breaks the protocol
//! in one way after the other ([mutants]).

mod client;
mod database;
mod judge;
mod line;
mod link;
mod mutants;
mod node;
mod plan;
mod tally;
mod world;
