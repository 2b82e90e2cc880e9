// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing, reading and writing again gives the same text; reading it gives the same game.

use proptest::prelude::*;
use serde_json::{Value, json};
use tabiya_rules::{Position, san};

use crate::common::ok;

/// Texts as people type them, with all that PGN and the commands in comments use for themselves.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z {}()\\[\\]%;$*.\"\\\\\n\r\t0-9é‽-]{0,40}",
        "(\\[%(clk|emt|eval|csl|cal|mdl|x) [A-Za-z0-9:.,#-]{0,12}\\]? ?[a-z}{ ]{0,5}){0,3}",
        Just(String::new()),
    ]
}

fn notes() -> impl Strategy<Value = Value> {
    let square = || (0..64usize).prop_map(|at| format!("{}{}", (b'a' + at as u8 % 8) as char, at / 8 + 1));
    let shape = (
        prop::sample::select(vec!["green", "red", "blue", "yellow"]),
        square(),
        proptest::option::of(square()),
    )
        .prop_map(|(brush, from, to)| match to {
            Some(to) => json!({ "brush": brush, "from": from, "to": to }),
            None => json!({ "brush": brush, "from": from }),
        });
    let eval = prop_oneof![
        Just(Value::Null),
        (any::<i32>(), proptest::option::of(any::<u16>()))
            .prop_map(|(cp, depth)| json!({ "cp": cp, "depth": depth })),
        any::<i32>().prop_map(|mate| json!({ "mate": mate })),
    ];
    (
        proptest::option::of(text()),
        proptest::option::of(text()),
        proptest::collection::vec(any::<u8>(), 0..3),
        proptest::collection::vec(shape, 0..3),
        proptest::option::of(any::<u32>()),
        eval,
        proptest::collection::vec(text(), 0..2),
    )
        .prop_map(|(before, comment, nags, shapes, clock, eval, commands)| {
            json!({
                "before": before, "comment": comment, "nags": nags, "shapes": shapes, "clock": clock,
                "eval": eval, "commands": commands,
            })
        })
}

/// Each move is chosen by two numbers: where it is played, and which one.
fn game() -> impl Strategy<Value = Value> {
    let start = prop_oneof![
        Just(Position::start()),
        (0..960u16).prop_map(|number| Position::chess960(number).unwrap()),
    ];
    let moves = proptest::collection::vec((any::<u32>(), any::<u32>(), notes()), 0..24);
    (start, moves, notes(), prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*"]), text()).prop_map(
        |(start, moves, root, result, name)| {
            let mut positions = vec![start];
            let mut nodes: Vec<Value> = Vec::new();
            for (place, choice, mut node) in moves {
                // Mostly on from the last move.
                let at =
                    if place % 3 == 0 { place as usize / 3 % positions.len() } else { positions.len() - 1 };
                let position = positions[at];
                let legal = position.legal_moves();
                let null = position.after_null_move().filter(|_| choice % 9 == 0);
                if let Some(after) = null {
                    node["uci"] = json!("--");
                    positions.push(after);
                } else if let Some(mv) = legal.get(choice as usize % legal.len().max(1)) {
                    node["uci"] = json!(san(&position, *mv));
                    positions.push(position.after(*mv));
                } else {
                    continue;
                }
                node["parent"] = if at == 0 { Value::Null } else { json!(at - 1) };
                nodes.push(node);
            }
            let mut game = root;
            game["do"] = json!("write_pgn");
            game["start"] = json!(start.to_fen());
            game["variant"] = json!(start.variant().key());
            game["result"] = json!(result);
            game["tags"] = json!([["White", name], ["Annotator", name]]);
            game["nodes"] = json!(nodes);
            game
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn export_import_export_is_equal(game in game()) {
        let text = ok(game.clone())["text"].clone();
        let mut read = ok(json!({ "do": "read_pgn", "text": text }));
        prop_assert_eq!(read["games"].as_array().map(Vec::len), Some(1), "{}", text);
        let mut first = read["games"][0].take();
        prop_assert_eq!(&first["problems"], &json!([]), "{}", text);
        first["do"] = json!("write_pgn");
        let again = ok(first.clone())["text"].clone();
        prop_assert_eq!(&again, &text);
        let second = ok(json!({ "do": "read_pgn", "text": again }))["games"][0].take();
        first.as_object_mut().unwrap().remove("do");
        prop_assert_eq!(second, first);
    }
}
