// SPDX-License-Identifier: MIT OR Apache-2.0
//! The generator of random positions makes all kinds of positions.

use tabiya_rules::{Position, Role, random_board, random_game, random_position};

fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    }
}

#[test]
fn boards_show_everything_there_is() {
    let mut next = numbers(7);
    let (mut starts, mut checks, mut double_checks, mut castling, mut en_passant, mut over) =
        (0, 0, 0, 0, 0, 0);
    let mut promoted = 0;
    for _ in 0..5000 {
        let position = random_board(&mut next);
        assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
        starts += usize::from(position == Position::start());
        checks += usize::from(position.is_check());
        double_checks += usize::from(position.checkers().len() == 2);
        castling += usize::from(position.legal_moves().iter().any(|mv| mv.is_castling()));
        en_passant += usize::from(position.legal_en_passant().is_some());
        over += usize::from(!position.has_legal_move());
        promoted += usize::from(position.by_role(Role::Queen).len() > 2);
    }
    let counts = [checks, double_checks, castling, en_passant, over, promoted];
    assert!(starts < 50, "{starts}");
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn games_differ_and_are_legal() {
    let mut next = numbers(9);
    let mut keys: Vec<u64> = Vec::new();
    for _ in 0..300 {
        let history = random_game(&mut next);
        let mut position = *history.start();
        for mv in history.moves() {
            assert!(position.is_legal(*mv));
            position.play(*mv);
        }
        assert_eq!(position, *history.position());
        keys.push(position.key());
    }
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() > 280, "{}", keys.len());
}

#[test]
fn any_numbers_will_do() {
    for number in (0..300).chain([u64::MAX, u64::MAX / 2, 1 << 63]) {
        let position = random_position(&mut || number);
        assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
        assert!(random_game(&mut || number).ply() <= 200);
    }
}
