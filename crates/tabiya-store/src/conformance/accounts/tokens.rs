// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of tokens, cards and recovery codes.

use super::*;

/// A new account with its card, for the list at this place.
fn enlisted(byte: u8, called: &str) -> (Account, Token) {
    let player = PlayerId::from_bytes([byte; 16]);
    (account(player, called), token(Some(player), byte, CARD, 100))
}

fn handed_out() -> NewAct {
    act(None, Deed::Cards { count: 1 })
}

/// Also where many try at once.
pub async fn a_token_is_taken_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let kept = token(Some(ANN), 1, "reset", 100);
    store.tokens.keep_tokens(std::slice::from_ref(&kept), false).await.unwrap();
    assert_eq!(store.tokens.token(&[1; 32], "reset", Time(50)).await, Ok(Some(kept)));
    let tries: Vec<_> = (0..8)
        .map(|_| {
            let tokens = Arc::clone(&store.tokens);
            tokio::spawn(async move { tokens.take_token(&[1; 32], "reset", Time(50)).await.unwrap() })
        })
        .collect();
    let mut got = 0;
    for tried in tries {
        got += u32::from(tried.await.unwrap().is_some());
    }
    assert_eq!(got, 1);
    assert_eq!(store.tokens.token(&[1; 32], "reset", Time(50)).await, Ok(None));
}

/// Until the moment at which it expires.
pub async fn a_token_is_good_for_its_purpose_and_time(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store
        .tokens
        .keep_tokens(&[token(None, 1, "admin", 100), token(None, 2, "admin", 300)], false)
        .await
        .unwrap();
    for (purpose, now) in [("reset", 50), ("admin", 100)] {
        assert_eq!(store.tokens.token(&[1; 32], purpose, Time(now)).await, Ok(None), "{purpose} {now}");
        assert_eq!(store.tokens.take_token(&[1; 32], purpose, Time(now)).await, Ok(None));
    }
    assert!(store.tokens.token(&[1; 32], "admin", Time(99)).await.unwrap().is_some(), "it was not taken");
    store.tokens.forget_tokens(Time(100)).await.unwrap();
    assert_eq!(store.tokens.token(&[1; 32], "admin", Time(99)).await, Ok(None));
    assert!(store.tokens.take_token(&[2; 32], "admin", Time(99)).await.unwrap().is_some());
}

/// For the same player and purpose.
pub async fn new_tokens_take_the_place_of_old_ones(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let tokens = [(ANN, 1, "card"), (ANN, 2, "recovery"), (BOB, 3, "card")];
    for (player, byte, purpose) in tokens {
        store.tokens.keep_tokens(&[token(Some(player), byte, purpose, 100)], false).await.unwrap();
    }
    let new = [token(Some(ANN), 4, "card", 100), token(Some(ANN), 5, "card", 100)];
    store.tokens.keep_tokens(&new, true).await.unwrap();
    let left = async |player, purpose| {
        let tokens = store.tokens.tokens_of(player, purpose).await.unwrap();
        tokens.iter().map(|token| token.hash[0]).collect::<Vec<_>>()
    };
    assert_eq!(left(ANN, "card").await, [4, 5]);
    assert_eq!((left(ANN, "recovery").await, left(BOB, "card").await), (vec![2], vec![3]));
    store.tokens.forget_tokens_of(ANN, "card").await.unwrap();
    assert_eq!((left(ANN, "card").await, left(BOB, "card").await), (vec![], vec![3]));
}

/// Of the same player and purpose, however many there were.
pub async fn a_new_token_takes_the_place_of_the_oldest(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let made =
        |player, byte, purpose, at| Token { created: Time(at), ..token(Some(player), byte, purpose, 900) };
    for (player, byte, purpose, at) in [
        (ANN, 1, "code", 30),
        (ANN, 2, "code", 10),
        (ANN, 3, "code", 20),
        (ANN, 4, "reset", 1),
        (BOB, 5, "code", 1),
    ] {
        store.tokens.keep_newest(&made(player, byte, purpose, at), 3).await.unwrap();
    }
    let left = async |player, purpose| {
        let tokens = store.tokens.tokens_of(player, purpose).await.unwrap();
        tokens.iter().map(|token| token.hash[0]).collect::<BTreeSet<_>>()
    };
    assert_eq!(left(ANN, "code").await, BTreeSet::from([1, 2, 3]));
    store.tokens.keep_newest(&made(ANN, 6, "code", 40), 3).await.unwrap();
    assert_eq!(left(ANN, "code").await, BTreeSet::from([1, 3, 6]));
    // The new one stays, also where a clock was set back.
    store.tokens.keep_newest(&made(ANN, 7, "code", 5), 2).await.unwrap();
    assert_eq!(left(ANN, "code").await, BTreeSet::from([6, 7]));
    assert_eq!(
        (left(ANN, "reset").await, left(BOB, "code").await),
        (BTreeSet::from([4]), BTreeSet::from([5]))
    );
}

/// With a role of staff, or a second factor. Every other change leaves it.
pub async fn a_card_ends_when_the_account_may_have_none(fixture: &impl Fixture) {
    type Edit = fn(&mut Account);
    let edits: [(Edit, bool); 3] = [
        (|account| account.muted = true, true),
        (|account| account.role = Role::Organiser, false),
        (|account| account.secrets.totp = Some(vec![7; 20]), false),
    ];
    let store = fixture.open().await;
    for (byte, (edit, stays)) in (1..).zip(edits) {
        let player = PlayerId::from_bytes([byte; 16]);
        store.accounts.create_account(&account(player, &format!("Player{byte}"))).await.unwrap();
        store.tokens.keep_tokens(&[token(Some(player), byte, CARD, 100)], true).await.unwrap();
        let mut changed = stored(&store, player).await;
        edit(&mut changed);
        store.accounts.change_account(&changed, Ends::All).await.unwrap();
        let left = store.tokens.tokens_of(player, CARD).await.unwrap();
        assert_eq!(!left.is_empty(), stays, "the change {byte}");
    }
}

/// Wherever in the list the account stands that is in the way, and whatever is wrong with it.
pub async fn cards_are_handed_out_to_all_of_a_list_or_to_nobody(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let first = [enlisted(1, "Ann"), enlisted(2, "Bob")];
    store.accounts.hand_out_cards(&first, &handed_out()).await.unwrap();
    let cards = async |byte| {
        let cards = store.tokens.tokens_of(PlayerId::from_bytes([byte; 16]), CARD).await.unwrap();
        cards.iter().map(|card| card.hash[0]).collect::<Vec<_>>()
    };
    assert_eq!((cards(1).await, cards(2).await), (vec![1], vec![2]));
    let ann = stored(&store, first[0].0.player).await;
    assert_eq!((ann.version, ann.key.as_str()), (1, "ann"));
    store.sessions.begin_session(&session(ann.player, 7, 10)).await.unwrap();

    // A new card for one whom the list knows, as it was before it was changed.
    let renewed = |ann: &Account, byte| (ann.clone(), token(Some(ann.player), byte, CARD, 100));
    let mut changed = ann.clone();
    changed.kid = true;
    store.accounts.change_account(&changed, Ends::Nothing).await.unwrap();
    let taken = |name| AccountError::NameTaken { name };
    let wrong: [([(Account, Token); 3], ListRefused); 4] = [
        (
            [enlisted(3, "Eve"), renewed(&ann, 20), enlisted(4, "Tom")],
            ListRefused { at: 1, why: AccountError::Stale },
        ),
        (
            [enlisted(3, "Eve"), enlisted(4, "Tom"), enlisted(5, "BOB")],
            ListRefused { at: 2, why: taken(name("Bob")) },
        ),
        (
            [enlisted(3, "Eve"), enlisted(4, "eve"), enlisted(5, "Tom")],
            ListRefused { at: 1, why: taken(name("Eve")) },
        ),
        (
            [enlisted(3, "Eve"), enlisted(2, "Tim"), enlisted(5, "Tom")],
            ListRefused { at: 1, why: AccountError::PlayerTaken },
        ),
    ];
    for (list, why) in wrong {
        assert_eq!(store.accounts.hand_out_cards(&list, &handed_out()).await, Err(why));
        assert_eq!(store.accounts.account_count().await, Ok(2), "nobody of the list");
        assert_eq!((cards(1).await, cards(2).await, cards(3).await), (vec![1], vec![2], vec![]));
        assert!(store.sessions.session(&[7; 32]).await.unwrap().is_some(), "nobody is logged out");
    }

    let ann = stored(&store, ann.player).await;
    let list = [enlisted(3, "Eve"), renewed(&ann, 21)];
    store.accounts.hand_out_cards(&list, &handed_out()).await.unwrap();
    assert_eq!((cards(1).await, cards(3).await), (vec![21], vec![3]), "the card before has ended");
    assert_eq!(store.sessions.session(&[7; 32]).await, Ok(None), "and so have the sessions");
    assert_eq!(stored(&store, ann.player).await.version, ann.version + 1);
}

/// All of the one, nothing of the others, whichever is quicker.
pub async fn of_two_lists_with_one_name_one_is_stored(fixture: &impl Fixture) {
    const LENGTH: u8 = 30;
    let store = fixture.open().await;
    let lists: Vec<_> = (0..4_u8)
        .map(|list| {
            let accounts = Arc::clone(&store.accounts);
            // Each in another order, so that each has something before the others have it.
            let places = (0..LENGTH).map(move |place| (place + list * 7) % LENGTH);
            let list: Vec<_> =
                places.map(|place| enlisted(list * LENGTH + place + 1, &format!("Pupil{place}"))).collect();
            tokio::spawn(async move { accounts.hand_out_cards(&list, &handed_out()).await })
        })
        .collect();
    let mut stored = 0;
    for list in lists {
        match list.await.unwrap() {
            Ok(()) => stored += 1,
            Err(ListRefused { why: AccountError::NameTaken { .. }, .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((stored, store.accounts.account_count().await), (1, Ok(u64::from(LENGTH))));
}

/// Codes that were stored before it stay until it has been there.
pub async fn recovery_codes_end_with_the_second_factor(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.accounts.create_account(&account(ANN, "Ann")).await.unwrap();
    let code = token(Some(ANN), 1, RECOVERY, 100);
    store.tokens.keep_tokens(std::slice::from_ref(&code), true).await.unwrap();
    let change = async |totp: Option<Vec<u8>>| {
        let mut ann = stored(&store, ANN).await;
        ann.secrets.totp = totp;
        store.accounts.change_account(&ann, Ends::Nothing).await.unwrap();
        store.tokens.tokens_of(ANN, RECOVERY).await.unwrap().len()
    };
    assert_eq!(change(None).await, 1, "they were made a moment before");
    assert_eq!(change(Some(vec![7; 20])).await, 1);
    assert_eq!(change(Some(vec![7; 20])).await, 1);
    assert_eq!(change(None).await, 0);
}
