// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges.

use super::{Subject, group};

pub(super) const SUBJECT: Subject = Subject {
    begins: &[],
    calls: group!("Challenges" {
        get "/api/stream/event" "challenge:read, bot:play or board:play" "lines GameStarted|GameFinished|ChallengeMade|ChallengeCanceled|ChallengeDeclined" "Games that begin and end, challenges that come and go. It begins with those that are there. One stream a token: a new one ends the one before." []
        get "/api/challenge" "challenge:read" "Challenges" "The challenges that wait, to you and from you." []
        post "/api/challenge/{username}" "challenge:write, bot:play or board:play" "Challenge; lines Challenge|ChallengeAnswered" "Challenges a player." ["rated" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "color" "variant" "fen" "rules" "keepAliveStream" "acceptByToken"]
        post "/api/challenge/ai" "challenge:write, bot:play or board:play" "201 OwnGame" "Begins a game against the computer." ["level!" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "color" "variant" "fen" "rules"]
        post "/api/challenge/open" "" "Challenge" "Makes a game that any two players may join." ["rated" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "variant" "fen" "rules" "name"]
        get "/api/challenge/{id}/show" "token?" "Challenge" "A challenge. One of a player to another is shown to these two alone, by their tokens, until its game begins; also for a while after it was declined or taken back. Open ones, and those whose game everybody may see, need no token." []
        post "/api/challenge/{id}/accept" "challenge:write, bot:play or board:play" "Done" "Accepts a challenge, or sits down in an open one." ["color@side?"]
        post "/api/challenge/{id}/decline" "challenge:write, bot:play or board:play" "Done" "Declines a challenge." ["reason"]
        post "/api/challenge/{id}/cancel" "challenge:write, bot:play or board:play" "Done" "Takes a challenge back, or aborts its game if nobody has moved." []
        post "/api/challenge/{id}/start-clocks" "challenge:write" "Done" "Lets the clocks run before both have moved. Both players agree, by the caller's token and those in `token1` and `token2`." ["token1?" "token2?"]
        post "/api/round/{id}/add-time/{seconds}" "challenge:write" "Done" "Gives the opponent time." []
    }),
    absent: &[],
};
