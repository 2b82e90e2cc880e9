// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a program may do for a player, under the names that lichess gives it.

use std::fmt;

/// One thing that an access token may allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// `preference:read`: read the account's settings, kid mode among them.
    PreferenceRead,
    /// `preference:write`: switch kid mode.
    PreferenceWrite,
    /// `email:read`: read the account's e-mail address.
    EmailRead,
    /// `engine:read`: see the player's own engines. Allows nothing here.
    EngineRead,
    /// `engine:write`: offer engines to the player. Allows nothing here.
    EngineWrite,
    /// `challenge:read`: read the player's challenges.
    ChallengeRead,
    /// `challenge:write`: make, accept, decline and cancel challenges.
    ChallengeWrite,
    /// `challenge:bulk`: order rounds of games between other players, as organisers do.
    ChallengeBulk,
    /// `study:read`: read private studies. Allows nothing here.
    StudyRead,
    /// `study:write`: change studies. Allows nothing here.
    StudyWrite,
    /// `tournament:write`: make, lead, enter and leave tournaments.
    TournamentWrite,
    /// `team:read`: read about private teams. Allows nothing here.
    TeamRead,
    /// `team:write`: join and leave teams. Allows nothing here.
    TeamWrite,
    /// `team:lead`: lead teams. Allows nothing here.
    TeamLead,
    /// `puzzle:read`: read how puzzles went, and have those that were not tried.
    PuzzleRead,
    /// `puzzle:write`: solve puzzles.
    PuzzleWrite,
    /// `racer:write`: make puzzle races.
    RacerWrite,
    /// `follow:read`: read whom the player follows.
    FollowRead,
    /// `follow:write`: follow, unfollow, block and unblock players.
    FollowWrite,
    /// `msg:write`: write private messages. Allows nothing here.
    MsgWrite,
    /// `board:play`: play games for a person, on a board or in a program of theirs.
    BoardPlay,
    /// `bot:play`: play games for a bot account, or make the account one.
    BotPlay,
    /// `web:mod`: call what is for staff alone: tokens for other players, and the export of all games.
    WebMod,
}

impl Scope {
    /// All of them. Clients ask for scopes of subjects that this server does not have; such a scope allows nothing.
    pub const ALL: &[Self] = &[
        Self::PreferenceRead,
        Self::PreferenceWrite,
        Self::EmailRead,
        Self::EngineRead,
        Self::EngineWrite,
        Self::ChallengeRead,
        Self::ChallengeWrite,
        Self::ChallengeBulk,
        Self::StudyRead,
        Self::StudyWrite,
        Self::TournamentWrite,
        Self::TeamRead,
        Self::TeamWrite,
        Self::TeamLead,
        Self::PuzzleRead,
        Self::PuzzleWrite,
        Self::RacerWrite,
        Self::FollowRead,
        Self::FollowWrite,
        Self::MsgWrite,
        Self::BoardPlay,
        Self::BotPlay,
        Self::WebMod,
    ];

    /// Its name in tokens and requests, such as `board:play`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PreferenceRead => "preference:read",
            Self::PreferenceWrite => "preference:write",
            Self::EmailRead => "email:read",
            Self::EngineRead => "engine:read",
            Self::EngineWrite => "engine:write",
            Self::ChallengeRead => "challenge:read",
            Self::ChallengeWrite => "challenge:write",
            Self::ChallengeBulk => "challenge:bulk",
            Self::StudyRead => "study:read",
            Self::StudyWrite => "study:write",
            Self::TournamentWrite => "tournament:write",
            Self::TeamRead => "team:read",
            Self::TeamWrite => "team:write",
            Self::TeamLead => "team:lead",
            Self::PuzzleRead => "puzzle:read",
            Self::PuzzleWrite => "puzzle:write",
            Self::RacerWrite => "racer:write",
            Self::FollowRead => "follow:read",
            Self::FollowWrite => "follow:write",
            Self::MsgWrite => "msg:write",
            Self::BoardPlay => "board:play",
            Self::BotPlay => "bot:play",
            Self::WebMod => "web:mod",
        }
    }

    /// The names of all, with this between them.
    pub fn all_names(separator: &str) -> String {
        Self::ALL.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(separator)
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Several scopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u32);

/// A name that is no scope's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no scope {name:?}; the scopes are {}", Scope::all_names(", "))]
pub struct NoSuchScope {
    name: String,
}

impl Scopes {
    /// Those whose names stand in the text, with commas or blanks between them.
    ///
    /// # Errors
    /// If one of the names is no scope's.
    pub fn parse(text: &str) -> Result<Self, NoSuchScope> {
        let mut names = text.split([',', ' ', '\t', '\n']).filter(|name| !name.is_empty());
        names.try_fold(Self::default(), |Self(bits), name| {
            let found = Scope::ALL.iter().copied().find(|scope| scope.name() == name);
            let scope = found.ok_or_else(|| NoSuchScope { name: name.chars().take(40).collect() })?;
            Ok(Self(bits | scope.bit()))
        })
    }

    /// Whether this scope is one of them.
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Whether it has one of these.
    pub fn has_any(self, scopes: &[Scope]) -> bool {
        scopes.iter().any(|scope| self.has(*scope))
    }

    /// Their names, with this between them.
    pub fn joined(self, separator: &str) -> String {
        let own = Scope::ALL.iter().filter(|scope| self.has(**scope));
        own.map(|scope| scope.name()).collect::<Vec<_>>().join(separator)
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.joined(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_as_they_are_written() {
        for text in ["", "board:play", "challenge:read, board:play bot:play", " bot:play,,bot:play "] {
            let scopes = Scopes::parse(text).unwrap();
            assert_eq!(Scopes::parse(&scopes.to_string()), Ok(scopes), "{text}");
            assert_eq!(Scopes::parse(&scopes.joined(",")), Ok(scopes), "{text}");
            assert_eq!(scopes.has(Scope::BoardPlay), text.contains("board:play"), "{text}");
            assert_eq!(scopes.has(Scope::BotPlay), text.contains("bot:play"), "{text}");
        }
        let all = Scope::all_names(",");
        assert!(Scope::ALL.iter().all(|scope| Scopes::parse(&all).unwrap().has(*scope)));
        let error = Scopes::parse("board:play,queen:give").unwrap_err().to_string();
        assert!(error.contains("queen:give") && error.contains("challenge:bulk"), "{error}");
    }
}
