// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which puzzles the player has tried, and the sets, the lessons and the names that the player has made.

use serde_json::{Value, json};
use tabiya_accounts::people::class::class_of;
use tabiya_store::{Account, AttemptEnd, LessonPosition};

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

/// Nothing of it is kept.
pub(super) const KEPT: Kept = Kept {
    file: "puzzles.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| {
        Box::pin(async move {
            app.store.puzzle_sets.forget_sets(player).await?;
            app.store.puzzle_lessons.forget_lessons(player).await?;
            Ok(app.store.puzzles.forget_attempts(player).await?)
        })
    }),
};

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let word = |end| match end {
        AttemptEnd::Shown => "shown",
        AttemptEnd::Hinted => "hinted",
        AttemptEnd::Failed => "failed",
        AttemptEnd::Solved => "solved",
    };
    let attempts = app.store.puzzles.attempts_of(account.player, None, MOST_ROWS).await?;
    let attempts = attempts.into_iter().map(|attempt| {
        let rating = attempt.rated.map(|[_, after]| after.points());
        json!({
            "puzzle": attempt.puzzle,
            "at": attempt.at.0,
            "first": word(attempt.first),
            "last": word(attempt.last),
            "tries": attempt.tries,
            "rating": rating,
        })
    });
    let sets = app.store.puzzle_sets.sets_of(account.player, MOST_ROWS).await?;
    let sets = sets
        .into_iter()
        .map(|set| json!({ "name": set.name, "puzzles": set.ids(), "due": set.due().map(|due| due.0) }));
    let names = app.store.puzzle_sets.pupil_names(account.player).await?;
    let pupils: Vec<_> = names.iter().map(|(pupil, _)| *pupil).collect();
    let accounts = app.store.accounts.listed_accounts(&pupils).await?;
    let names = accounts.iter().filter_map(|pupil| {
        let (_, real) = names.iter().find(|(id, _)| *id == pupil.player)?;
        Some(json!({ "pupil": pupil.name.to_string(), "real_name": real }))
    });
    let (sets, names): (Vec<Value>, Vec<Value>) = (sets.collect(), names.collect());
    let (lessons, positions) = lessons(app, account).await?;
    Ok(json!({
        "tried": attempts.collect::<Value>(),
        "sets": sets,
        "pupils": names,
        "lessons": lessons,
        "own_positions": positions,
    }))
}

/// The lessons of a teacher, and the positions that a pupil has in those of the own organiser.
async fn lessons(app: &App, account: &Account) -> Result<(Vec<Value>, Vec<Value>), ApiError> {
    let mut own = Vec::new();
    for lesson in app.store.puzzle_lessons.lessons_of(account.player, MOST_ROWS).await? {
        let games = app.store.puzzle_lessons.lesson_games(&lesson.id).await?;
        let games: Vec<_> = games
            .into_iter()
            .map(|game| json!({ "white": game.white.name, "black": game.black.name, "moves": game.moves }))
            .collect();
        own.push(json!({ "name": lesson.name, "at": lesson.created.0, "games": games }));
    }
    let mut positions = Vec::new();
    if let Some(organiser) = class_of(account) {
        for lesson in app.store.puzzle_lessons.lessons_for(organiser, account.player, MOST_ROWS).await? {
            for position in app.store.puzzle_lessons.pupil_positions(&lesson.id, account.player).await? {
                let LessonPosition { puzzle, played, .. } = position;
                positions.push(json!({ "lesson": lesson.name, "puzzle": puzzle, "played": played }));
            }
        }
    }
    Ok((own, positions))
}
