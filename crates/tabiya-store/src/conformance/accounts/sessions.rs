// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of sessions.

use super::*;

/// As the account is now.
pub async fn a_session_is_found_with_its_account(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.accounts.create_account(&account(ANN, "Ann")).await.unwrap();
    let began = session(ANN, 1, 10);
    store.sessions.begin_session(&began).await.unwrap();
    let found = store.sessions.session(&[1; 32]).await.unwrap().unwrap();
    assert_eq!(found, (began, stored(&store, ANN).await));
    let mut ann = found.1;
    ann.closed = Some(Time(3));
    store.accounts.change_account(&ann, Ends::Nothing).await.unwrap();
    assert_eq!(store.sessions.session(&[1; 32]).await.unwrap().unwrap().1.closed, Some(Time(3)));
    assert_eq!(store.sessions.session(&[2; 32]).await, Ok(None));

    store.sessions.begin_session(&session(ANN, 2, 20)).await.unwrap();
    store.sessions.use_session(&[1; 32], Time(30)).await.unwrap();
    store.sessions.use_session(&[1; 32], Time(25)).await.unwrap();
    let listed = store.sessions.sessions_of(ANN).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|session| (session.hash[0], session.used.0)).collect();
    assert_eq!(listed, [(1, 30), (2, 20)]);
    store.sessions.end_sessions(&[vec![1; 32], vec![9; 32]]).await.unwrap();
    assert_eq!(store.sessions.session(&[1; 32]).await, Ok(None));
    store.sessions.use_session(&[1; 32], Time(40)).await.unwrap();
    assert_eq!(store.sessions.sessions_of(ANN).await.unwrap().len(), 1, "what has ended is not used again");
}

/// All of its player's or all but one, and nobody else's.
pub async fn a_change_ends_sessions_with_it(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (player, called) in [(ANN, "Ann"), (BOB, "Bob")] {
        store.accounts.create_account(&account(player, called)).await.unwrap();
    }
    for (player, byte) in [(ANN, 1), (ANN, 2), (ANN, 3), (BOB, 4)] {
        store.sessions.begin_session(&session(player, byte, 10)).await.unwrap();
    }
    let left = async |player| {
        let sessions = store.sessions.sessions_of(player).await.unwrap();
        sessions.iter().map(|session| session.hash[0]).collect::<Vec<_>>()
    };
    store.accounts.change_account(&stored(&store, ANN).await, Ends::Nothing).await.unwrap();
    assert_eq!(left(ANN).await, [1, 2, 3]);
    store.accounts.change_account(&stored(&store, ANN).await, Ends::Others(&[2; 32])).await.unwrap();
    assert_eq!(left(ANN).await, [2]);
    store.accounts.change_account(&stored(&store, ANN).await, Ends::All).await.unwrap();
    assert_eq!(left(ANN).await, [0; 0]);
    assert_eq!(left(BOB).await, [4]);
}

/// Those that nobody used, and those that are old.
pub async fn old_sessions_are_forgotten(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (byte, used) in [(1, 100), (2, 200), (3, 300)] {
        store.sessions.begin_session(&session(ANN, byte, used)).await.unwrap();
    }
    store.sessions.forget_sessions(Time(150), Time(0)).await.unwrap();
    assert_eq!(store.sessions.sessions_of(ANN).await.unwrap().len(), 2);
    store.sessions.forget_sessions(Time(0), Time(101)).await.unwrap();
    let left = store.sessions.sessions_of(ANN).await.unwrap();
    assert_eq!(left, [session(ANN, 3, 300)]);
}
