// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is wrong with a move, in one sentence for people. A flaw is one of a small set of claims.

use std::fmt;

use tabiya_rules::{Role, Square};

/// What is wrong with a move. [`Display`](fmt::Display) says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The opponent mates in this number of moves.
    AllowsMate(u32),
    /// The mover had a mate in this number of moves.
    MissesMate(u32),
    /// The opponent has no legal move and is not in check.
    Stalemates,
    /// The opponent can take a piece for nothing.
    Hangs {
        /// The piece.
        role: Role,
        /// Its square.
        square: Square,
        /// Whether the opponent could already take it before the move.
        left: bool,
        /// How many pieces of the opponent attack it after the move.
        attackers: u8,
        /// How many pieces of the mover defend it.
        defenders: u8,
        /// A piece that seems to protect it but is pinned.
        pinned: Option<(Role, Square)>,
    },
    /// A piece is lost for one of lower value.
    Loses {
        /// The piece that is lost.
        role: Role,
        /// The piece that the mover gets for it.
        price: Role,
    },
    /// The opponent promotes the pawn on this square.
    LetsPromote(Square),
    /// The mover could have taken this piece with profit.
    Spares(Role, Square),
    /// The opponent attacks two pieces at once with one of his, and the line takes one of them.
    AllowsFork {
        /// The piece that attacks, and the square to which it goes.
        by: (Role, Square),
        /// The two most valuable pieces that it attacks there, the more valuable first.
        targets: [(Role, Square); 2],
    },
    /// The line wins material against the mover.
    LosesMaterial {
        /// How much, in pawns.
        pawns: u8,
        /// After how many half-moves of the line.
        after: u8,
    },
    /// The better line wins material for the mover, and the move played does not.
    MissesMaterial {
        /// How much, in pawns.
        pawns: u8,
        /// After how many half-moves of the line.
        after: u8,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::AllowsMate(moves) => write!(f, "Allows mate in {moves}."),
            Flaw::MissesMate(moves) => write!(f, "Misses mate in {moves}."),
            Flaw::Stalemates => f.write_str("Gives stalemate."),
            Flaw::Hangs { role, square, left, attackers, defenders, pinned } => {
                let hangs = if *left { "Leaves" } else { "Hangs" };
                write!(f, "{hangs} the {role} on {square}")?;
                if *left {
                    f.write_str(" hanging")?;
                }
                // As many defenders as attackers are no explanation, unless one of them is pinned.
                if attackers > defenders || pinned.is_some() {
                    write!(f, ": attacked {}, ", times(*attackers))?;
                    match defenders {
                        0 => f.write_str("not defended")?,
                        defenders => write!(f, "defended {}", times(*defenders))?,
                    }
                }
                if let Some((role, square)) = pinned {
                    write!(f, ", and the {role} on {square} is pinned")?;
                }
                f.write_str(".")
            }
            Flaw::Loses { role, price } => {
                let article = |role| if role == &Role::King { "the" } else { "a" };
                write!(f, "Loses {} {role} for {} {price}.", article(role), article(price))
            }
            Flaw::LetsPromote(square) => write!(f, "Lets the pawn on {square} promote."),
            Flaw::Spares(role, square) => write!(f, "Misses taking the {role} on {square}."),
            Flaw::AllowsFork { by: (role, square), targets: [first, second] } => {
                let on = |(role, square): &(Role, Square)| format!("the {role} on {square}");
                write!(f, "Allows a fork: the {role} on {square} attacks {} and {}.", on(first), on(second))
            }
            Flaw::LosesMaterial { pawns, after } => {
                write!(f, "Loses material worth {pawns} pawns within {}.", half_moves(*after))
            }
            Flaw::MissesMaterial { pawns, after } => {
                write!(
                    f,
                    "Misses a line that wins material worth {pawns} pawns within {}.",
                    half_moves(*after)
                )
            }
        }
    }
}

/// "once", "twice", "3 times"
fn times(number: u8) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

fn half_moves(number: u8) -> String {
    format!("{number} half-move{}", if number == 1 { "" } else { "s" })
}
