// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which puzzle somebody gets next.

use tabiya_accounts::people::class::classes_of;
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::{NextPuzzle, PuzzlePlayerView, PuzzleView};
use tabiya_store::{PuzzleAttempt, PuzzleWish, StorageError};

use super::told::{rating_view, shown};
use super::{NotSolved, Solving, read};
use crate::door;
use crate::theme::Theme;

/// How much harder or easier the next puzzle is where somebody wants that, in points.
const SHIFT: i32 = 300;
/// With which rating guests begin, in points.
const GUEST: u16 = 1200;
/// How many puzzles that are due again are looked at, because some may be gone.
const MOST_DUE: u32 = 10;
/// And at most.
const MOST_LOOKED_AT: u32 = 1_000;
/// Whoever is of a class gets one of its own puzzles so often: one of three, while there are any.
const EACH_OF_CLASS: u32 = 3;

/// Which puzzle somebody wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// One of these themes; empty for any.
    pub themes: Vec<Theme>,
    /// Of a game with one of these openings, by their names in the public CSV; empty for any.
    pub openings: Vec<String>,
    /// -1 for an easier one, 1 for a harder one.
    pub shift: i8,
    /// None of these, as long as others are left; the last one is not given in any case.
    pub except: Vec<String>,
    /// One that the solver has failed and that is due again, if there is one.
    pub again: bool,
    /// How hard it should be, in points; `None`: as hard as the solver is strong.
    pub points: Option<u16>,
    /// A random number.
    pub chance: u32,
}

impl Wish {
    /// Whether nothing is asked of it but that it is new and not too hard.
    const fn is_for_any(&self) -> bool {
        self.themes.is_empty() && self.openings.is_empty() && self.shift == 0 && self.points.is_none()
    }
}

impl Solving {
    /// The next puzzle for a player, or for a guest.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn next(
        &self,
        player: Option<PlayerId>,
        wish: &Wish,
        now: Time,
    ) -> Result<NextPuzzle, NotSolved> {
        let (points, view) = match player {
            None => (GUEST, None),
            Some(player) => {
                let found = self.store.puzzles.puzzle_player(player).await?;
                let rating = found.standing.at(now);
                let view = PuzzlePlayerView { rating: rating_view(rating), tried: found.tried };
                (rating.rounded().points, Some(view))
            }
        };
        let points = shifted(wish.points.unwrap_or(points), wish.shift);
        let mut puzzle = self.sought(player, (wish, points), &wish.except, now).await?;
        if puzzle.is_none() && wish.except.len() > 1 {
            let last = &wish.except[wish.except.len() - 1..];
            puzzle = self.sought(player, (wish, points), last, now).await?;
        }
        Ok(NextPuzzle { puzzle, player: view })
    }

    /// A puzzle that is due, unless something else is asked for; if there is none, one that the player has not tried. Those in `except`
    /// are left out.
    async fn sought(
        &self,
        player: Option<PlayerId>,
        (wish, points): (&Wish, u16),
        except: &[String],
        now: Time,
    ) -> Result<Option<PuzzleView>, StorageError> {
        if let Some(player) = player.filter(|_| wish.again && wish.is_for_any())
            && let Some(puzzle) = self.due(player, except, now).await?
        {
            return Ok(Some(puzzle));
        }
        if let Some(player) =
            player.filter(|_| wish.is_for_any() && wish.chance.is_multiple_of(EACH_OF_CLASS))
            && let Some(puzzle) = self.of_class(player, except).await?
        {
            return Ok(Some(puzzle));
        }
        let themes: Vec<u8> = wish.themes.iter().map(|theme| theme.number()).collect();
        let openings = &wish.openings;
        let chance = wish.chance;
        let wanted = PuzzleWish { player, themes: &themes, openings, points, within: None, chance, except };
        match self.store.puzzles.next_puzzle(&wanted).await? {
            Some(stored) => Ok(Some(shown(&stored, &read(&stored)?, None, player.is_some()))),
            None => Ok(None),
        }
    }

    /// A puzzle of the games of the player's own class that the player has not tried. Such puzzles come among the others: nobody else
    /// may find them, so they are in no list.
    async fn of_class(
        &self,
        player: PlayerId,
        except: &[String],
    ) -> Result<Option<PuzzleView>, StorageError> {
        let Some(account) = self.store.accounts.account(player).await? else { return Ok(None) };
        for organiser in classes_of(&account) {
            if let Some(stored) = self.store.puzzles.puzzle_of_class(organiser, player, except).await?
                && door::sees(stored.audience, Some(&account))
            {
                return Ok(Some(shown(&stored, &read(&stored)?, None, true)));
            }
        }
        Ok(None)
    }

    /// The first puzzle that a player is to try again, leaving out those that were just seen and those that are gone.
    async fn due(
        &self,
        player: PlayerId,
        except: &[String],
        now: Time,
    ) -> Result<Option<PuzzleView>, StorageError> {
        let mut most = MOST_DUE + u32::try_from(except.len()).unwrap_or(0);
        let mut looked_at = 0;
        loop {
            let due = self.store.puzzles.due_attempts(player, now, most).await?;
            for attempt in due.iter().skip(looked_at).filter(|attempt| !except.contains(&attempt.puzzle)) {
                if let Some(puzzle) = self.still_there(player, attempt).await? {
                    return Ok(Some(puzzle));
                }
            }
            // Of many failed ones many may be gone.
            looked_at = due.len();
            if looked_at < most as usize || most >= MOST_LOOKED_AT {
                return Ok(None);
            }
            most *= 4;
        }
    }

    /// The puzzle of an attempt, unless it was withdrawn or is not for this player any more.
    async fn still_there(
        &self,
        player: PlayerId,
        attempt: &PuzzleAttempt,
    ) -> Result<Option<PuzzleView>, StorageError> {
        let stored = self.store.puzzles.puzzle(&attempt.puzzle).await?;
        let Some(stored) = stored.filter(|stored| !stored.is_withdrawn) else { return Ok(None) };
        if !door::shows(&self.store, &stored, Some(player)).await? {
            return Ok(None);
        }
        Ok(read(&stored).ok().map(|puzzle| shown(&stored, &puzzle, Some(attempt), true)))
    }

    /// The id of a puzzle as [`next`](Self::next) would give it, but for these.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn another(
        &self,
        player: Option<PlayerId>,
        wish: &Wish,
        except: &[String],
        now: Time,
    ) -> Result<Option<String>, NotSolved> {
        let points = match player {
            None => GUEST,
            Some(player) => self.store.puzzles.puzzle_player(player).await?.standing.at(now).rounded().points,
        };
        let themes: Vec<u8> = wish.themes.iter().map(|theme| theme.number()).collect();
        let points = shifted(wish.points.unwrap_or(points), wish.shift);
        let wanted = PuzzleWish {
            player,
            themes: &themes,
            openings: &wish.openings,
            points,
            within: None,
            chance: wish.chance,
            except,
        };
        Ok(self.store.puzzles.next_puzzle(&wanted).await?.map(|stored| stored.id))
    }
}

/// How hard a puzzle should be for whoever wants it easier or harder.
fn shifted(points: u16, shift: i8) -> u16 {
    let wanted = i32::from(points) + SHIFT * i32::from(shift);
    u16::try_from(wanted.clamp(100, 4000)).unwrap_or(GUEST)
}
