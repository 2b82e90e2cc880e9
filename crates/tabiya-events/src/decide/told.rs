// SPDX-License-Identifier: AGPL-3.0-or-later
//! Refusals as pages are told them, which have words of their own in each language.

use tabiya_protocol::events::{EventFormatKind, EventRefusal as Told, ListedElsewhere, SectionRefusal};
use tabiya_tournament::dutch::{MOST_PAIRED, PairingError};

use super::{
    Overtaken, PlaysElsewhere, Refusal, Stays, WrongBoard, WrongBye, WrongClocks, WrongCode, WrongEntry,
    WrongGame, WrongMember, WrongPairing, WrongPresence, WrongSeat, WrongSection, WrongTeam,
};
use crate::claims;
use crate::event::{Format, HIGHEST_FIRST_BOARD};
use crate::pairing::NoPairing;
use crate::score_sheet::{MOST_PLIES, NotRead};

impl Refusal {
    /// The refusal for pages. `None` for what is wrong with a text that somebody has typed, such as a list of prizes: the sentence
    /// says it best, because it names the place.
    pub fn told(&self) -> Option<Told> {
        Some(match self {
            Self::NotYours => Told::NotYours,
            Self::OwnerOnly => Told::OwnerOnly,
            Self::Overtaken(by) => overtaken(by),
            Self::Settings(_) | Self::Card(_) | Self::Prizes(_) => return None,
            Self::FormatStays => Told::FormatStays,
            Self::Pairing(why) => return no_pairing(why),
            Self::EntryClosed => Told::EntryClosed,
            Self::Entry(why) => entry(why),
            Self::Stays(what) => stays(*what),
            Self::TooLate(format) => Told::TooLate { format: kind(*format) },
            Self::Full { format, most } => Told::Full { format: kind(*format), most: count(*most) },
            Self::EnteredBefore(name) => Told::EnteredBefore { name: name.clone() },
            Self::Name => Told::Name,
            Self::Team(why) => team(why),
            Self::Section(why) => section(why),
            Self::NoSuchEntrant(_) => Told::NoSuchEntrant,
            Self::Presence(why) => presence(why),
            Self::Bye(why) => bye(why),
            Self::NoDraft => Told::NoDraft,
            Self::DraftStands(round) => Told::DraftStands { round: *round },
            Self::NothingPublished => Told::NothingPublished,
            Self::NoReason => Told::NoReason,
            Self::HasBegun(round) => Told::HasBegun { round: *round },
            Self::NotBegun(round) => Told::NotBegun { round: *round },
            Self::NoSuchBoard { round, board, boards } => {
                Told::NoSuchBoard { round: *round, board: *board, boards: count(*boards) }
            }
            Self::NoRoundYet => Told::NoRoundYet,
            Self::NoSuchRound(round) => Told::NoSuchRound { round: *round },
            Self::GameRuns { round, board } => Told::GameRuns { round: *round, board: *board },
            Self::NotBothMoved { round, board } => Told::NotBothMoved { round: *round, board: *board },
            Self::NoSuchGame { round, board, game } => {
                Told::NoSuchGame { round: *round, board: *board, game: *game }
            }
            Self::WinnerStays => Told::WinnerStays,
            Self::NoPostponing => Told::NoPostponing,
            Self::NotBegunYet => Told::ArenaNotBegun,
            Self::OnlineOnly => Told::OnlineOnly,
            Self::ByHand(why) => by_hand(why),
            Self::Board(why) => match why {
                WrongBoard::Number => Told::FixedBoardNumber { most: HIGHEST_FIRST_BOARD.into() },
                WrongBoard::Taken { board, name } => {
                    Told::FixedBoardTaken { board: *board, name: name.clone() }
                }
                WrongBoard::TakenInSection { board, section } => {
                    Told::FixedBoardInSection { board: *board, section: section.clone() }
                }
                WrongBoard::Format => Told::FixedBoardFormat,
            },
            Self::Code(why) => match why {
                WrongCode::Boards => Told::CodeBoards,
                WrongCode::TooMany => Told::TooManyCodes,
                WrongCode::Label => Told::CodeLabel,
                WrongCode::NoSuch => Told::NoSuchCode,
            },
            Self::WrongCode => Told::WrongCode,
            Self::NotThisBoard { first, last } => Told::NotThisBoard { first: *first, last: *last },
            Self::NotThisRound(round) => Told::NotThisRound { round: *round },
            Self::OnlyMissing => Told::OnlyMissing,
            Self::Table(why) => match why {
                WrongSeat::Taken => Told::SeatTaken,
                WrongSeat::HasAnother => Told::HasSeat,
                WrongSeat::ArbiterDecides | WrongSeat::Decided | WrongSeat::Disputed => Told::ArbiterDecides,
                WrongSeat::NoResult => Told::NoResultYet,
                WrongSeat::ArbiterEnters => Told::ArbiterEnters,
                WrongSeat::NoSeat => Told::NoSeat,
                WrongSeat::OtherResult => Told::OtherResult,
            },
            Self::Clocks(why) => match why {
                WrongClocks::Wooden(board) => Told::ClocksWooden { board: *board },
                WrongClocks::Over(board) => Told::ClocksOver { board: *board },
                WrongClocks::NoGame(board) => Told::ClocksNoGame { board: *board },
                WrongClocks::NothingRuns(round) => Told::ClocksNothingRuns { round: *round },
                WrongClocks::Arena => Told::ClocksArena,
                WrongClocks::Paused => Told::ClocksPaused,
                WrongClocks::NotPaused => Told::ClocksNotPaused,
                WrongClocks::Time => Told::ClocksTime,
                WrongClocks::Ply(ply) => Told::ClocksPly { ply: *ply },
                WrongClocks::NoClock => Told::ClocksNone,
                WrongClocks::TooOften => Told::ClocksTooOften,
                WrongClocks::NotNow => Told::ClocksNotNow,
                // Pages speak to a running server.
                WrongClocks::NoServer => return None,
            },
            Self::Game(why) => return game(why),
            Self::Member(why) => match why {
                WrongMember::HasAccount(name) => Told::HasAccount { name: name.clone() },
                WrongMember::Erased(name) => Told::NameErased { name: name.clone() },
                WrongMember::Child => Told::ClaimChild,
                WrongMember::TooManyCodes => Told::TooManyClaims { most: count(claims::MOST) },
                WrongMember::StillPlays(name) => Told::StillPlays { name: name.clone() },
            },
            Self::NotInGame => Told::NotInGame,
            Self::Over => Told::Over,
        })
    }
}

fn entry(why: &WrongEntry) -> Told {
    match why {
        WrongEntry::CodeNeeded => Told::EntryCodeNeeded,
        WrongEntry::WrongCode => Told::EntryCodeWrong,
        WrongEntry::Rating { from, to } => Told::EntryRating { from: *from, to: *to },
        WrongEntry::Child(name) => Told::EntryChild { name: name.clone() },
    }
}

const fn stays(what: Stays) -> Told {
    match what {
        Stays::Rated => Told::RatedStays,
        Stays::Variant => Told::VariantStays,
        Stays::Berserk => Told::BerserkStays,
        Stays::TieBreaks => Told::TieBreaksStay,
    }
}

fn overtaken(by: &Overtaken) -> Told {
    match by {
        Overtaken::Result { round, board, now } => {
            Told::OvertakenResult { round: *round, board: *board, now: now.to_string() }
        }
        Overtaken::Game { round, board } => Told::OvertakenGame { round: *round, board: *board },
        Overtaken::Pairing => Told::OvertakenPairing,
        Overtaken::Round { round } => Told::OvertakenRound { round: *round },
        Overtaken::Settings => Told::OvertakenSettings,
        Overtaken::Prizes => Told::OvertakenPrizes,
        Overtaken::Entrant { name } => Told::OvertakenEntrant { name: name.clone() },
    }
}

fn game(why: &WrongGame) -> Option<Told> {
    Some(match why {
        // The sentence says it best, because it names the place.
        WrongGame::Text(NotRead::Wrong { .. }) => return None,
        WrongGame::Text(NotRead::TooLong) => Told::GameTooLong,
        WrongGame::Text(NotRead::TooManyMoves) => Told::GameTooManyMoves { most: count(MOST_PLIES) },
        WrongGame::Text(NotRead::Several) => Told::GameSeveral,
        WrongGame::Text(NotRead::NoMoves) => Told::GameNoMoves,
        WrongGame::Online(board) => Told::GameOnline { board: *board },
        WrongGame::NoResult(board) => Told::GameNoResult { board: *board },
        WrongGame::NotPlayed(board) => Told::GameNotPlayed { board: *board },
        WrongGame::Turned { board, white } => Told::GameTurned { board: *board, white: white.clone() },
        WrongGame::OtherPlayers { board, named, white, black } => Told::GameOtherPlayers {
            board: *board,
            named: named.clone(),
            white: white.clone(),
            black: black.clone(),
        },
        WrongGame::OtherResult { board, said, entered } => {
            Told::GameOtherResult { board: *board, said: said.to_string(), entered: entered.to_string() }
        }
        WrongGame::NoGame(board) => Told::GameNone { board: *board },
        WrongGame::OnlyMissing => Told::GameIsThere,
    })
}

fn no_pairing(why: &NoPairing) -> Option<Told> {
    Some(match why {
        NoPairing::TooFew(players) => Told::TooFew { players: count(*players) },
        NoPairing::TooMany { players, format, most } => {
            Told::TooMany { players: count(*players), format: kind(*format), most: count(*most) }
        }
        NoPairing::TooManyRounds { players, rounds, most } => {
            Told::TooManyRounds { players: count(*players), rounds: *rounds, most: count(*most) }
        }
        NoPairing::AllPaired(rounds) => Told::AllPaired { rounds: *rounds },
        NoPairing::NotStarted(round) => Told::NotStarted { round: *round },
        NoPairing::Open { round, boards } => Told::ResultsMissing { round: *round, boards: boards.clone() },
        NoPairing::Arena => Told::NoRounds,
        NoPairing::TeamEmpty(team) => Told::TeamEmpty { team: team.clone() },
        NoPairing::WithoutTeam(name) => Told::WithoutTeam { name: name.clone() },
        NoPairing::Over => Told::Over,
        NoPairing::Rules(PairingError::NobodyPresent { .. }) => Told::TooFew { players: 0 },
        NoPairing::Rules(PairingError::AllRoundsPaired { rounds }) => Told::AllPaired { rounds: *rounds },
        NoPairing::Rules(PairingError::TooMany { players }) => Told::TooMany {
            players: count(*players),
            format: EventFormatKind::Swiss,
            most: count(MOST_PAIRED),
        },
        NoPairing::Rules(PairingError::NoLegalPairing { round, players }) => {
            Told::NoLegalPairing { round: *round, players: count(*players) }
        }
        // No page asks for a single pair.
        NoPairing::Rules(PairingError::PairImpossible { .. }) => return None,
    })
}

fn team(why: &WrongTeam) -> Told {
    match why {
        WrongTeam::None => Told::NoTeams,
        WrongTeam::Choose([first, second]) => {
            Told::ChooseTeam { first: first.clone(), second: second.clone() }
        }
        WrongTeam::NoSuch { name, teams: [first, second] } => {
            Told::NoSuchTeam { name: name.clone(), first: first.clone(), second: second.clone() }
        }
        WrongTeam::Full { team, most } => Told::TeamFull { team: team.clone(), most: count(*most) },
        WrongTeam::Stays => Told::TeamStays,
        WrongTeam::LineUpStays => Told::LineUpStays,
        WrongTeam::NoBoard { team, board, players } => {
            Told::NoSuchPlace { team: team.clone(), board: *board, players: count(*players) }
        }
        WrongTeam::Without(name) => Told::WithoutTeam { name: name.clone() },
    }
}

fn section_refusal((section, why): &(String, Refusal)) -> SectionRefusal {
    SectionRefusal { section: section.clone(), message: why.to_string(), why: why.told().map(Box::new) }
}

fn section(why: &WrongSection) -> Told {
    match why {
        WrongSection::InAnother { name, section } => {
            Told::InOtherSection { name: name.clone(), section: section.clone() }
        }
        WrongSection::StillPlays { name, section } => {
            Told::GameInSection { name: name.clone(), section: section.clone() }
        }
        WrongSection::ListInOthers(players) => {
            let all = players.len();
            let named = players.iter().take(PlaysElsewhere::MOST_NAMED);
            let listed: Vec<ListedElsewhere> = named
                .map(|PlaysElsewhere { line, name, section }| ListedElsewhere {
                    line: line.map(count),
                    name: name.clone(),
                    section: section.clone(),
                })
                .collect();
            let more = count(all.saturating_sub(listed.len()));
            Told::ListInOtherSections { listed, more }
        }
        WrongSection::Rating { section, from, to } => {
            Told::SectionRating { section: section.clone(), from: *from, to: *to }
        }
        WrongSection::None(_) => Told::NoSections,
        WrongSection::OtherFestival => Told::OtherFestival,
        WrongSection::TooMany(most) => Told::TooManySections { most: count(*most) },
        WrongSection::SameName(name) => Told::SectionNamed { name: name.clone() },
        WrongSection::NoSuch(name) => Told::NoSuchSection { name: name.clone() },
        WrongSection::Groups => Told::Groups,
        WrongSection::GroupPlays(section) => Told::GroupPlays { section: section.clone() },
        WrongSection::GroupsStand(section) => Told::GroupsStand { section: section.clone() },
        WrongSection::NothingToDo => Told::SectionsDone,
        WrongSection::InPart { done, refused } => Told::SectionsInPart {
            done: done.clone(),
            refused: refused.iter().map(section_refusal).collect(),
        },
    }
}

fn presence(why: &WrongPresence) -> Told {
    match why {
        WrongPresence::PlaysNow(name) => Told::PlaysNow { name: name.clone() },
        WrongPresence::HasLeft(name) => Told::HasLeft { name: name.clone() },
        WrongPresence::WentOn { name, format } => Told::WentOn { name: name.clone(), format: kind(*format) },
        WrongPresence::NoPausing(format) => Told::NoPausing { format: kind(*format) },
        WrongPresence::TakenOut(name) => Told::TakenOut { name: name.clone() },
    }
}

fn bye(why: &WrongBye) -> Told {
    match why {
        WrongBye::SwissOnly => Told::ByesInSwissOnly,
        WrongBye::NotToCome(round) => Told::RoundNotToCome { round: *round },
        WrongBye::KeizerOnly => Told::AbsencesInKeizerOnly,
        WrongBye::WasNotAway { name, round } => Told::WasNotAway { name: name.clone(), round: *round },
    }
}

fn by_hand(why: &WrongPairing) -> Told {
    match why {
        WrongPairing::Twice(name) => Told::SeatedTwice { name: name.clone() },
        WrongPairing::NoBoards => Told::NoBoards,
        WrongPairing::HasOpponent { name, round } => Told::HasOpponent { name: name.clone(), round: *round },
        WrongPairing::NeedsTwo => Told::NeedsTwo,
        WrongPairing::Format => Told::NotByHand,
        WrongPairing::NotThere(name) => Told::NotThere { name: name.clone() },
    }
}

const fn kind(format: Format) -> EventFormatKind {
    match format {
        Format::Swiss { .. } => EventFormatKind::Swiss,
        Format::RoundRobin { .. } => EventFormatKind::RoundRobin,
        Format::KnockOut { .. } => EventFormatKind::KnockOut,
        Format::Keizer { .. } => EventFormatKind::Keizer,
        Format::Arena { .. } => EventFormatKind::Arena,
        Format::TeamMatch { .. } => EventFormatKind::TeamMatch,
    }
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
