// SPDX-License-Identifier: AGPL-3.0-or-later
//! Playing as a bot.

use super::{Calls, Subject, group};
use crate::answer::methods::{get, post};
use crate::lichess::{account, board, play};

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Bot" {
        post "/api/bot/account/upgrade" "bot:play" "Done" "Makes the account a bot's, before its first game." []
        get "/api/bot/game/stream/{id}" "bot:play" "lines GameFull|GameState|ChatLine|OpponentGone" "A game of yours. The stream ends with the game." []
        post "/api/bot/game/{id}/move/{uci}" "bot:play" "Done" "Moves. The move that you have just made, sent again before the opponent's reply, is not played again. With `offeringDraw=true` the key is the draw offer's, not the move's." ["offeringDraw?" "key?"]
        get "/api/bot/game/{id}/chat" "bot:play" "[ChatMessage]" "What was said." ["room@read?"]
        post "/api/bot/game/{id}/chat" "bot:play" "Done" "Says something." ["room" "text!"]
        post "/api/bot/game/{id}/abort" "bot:play" "Done" "Aborts a game before both have moved." ["key?"]
        post "/api/bot/game/{id}/resign" "bot:play" "Done" "Resigns." []
        post "/api/bot/game/{id}/draw/{answer}" "bot:play" "Done" "Offers, accepts or declines a draw." ["key?"]
        post "/api/bot/game/{id}/takeback/{answer}" "bot:play" "Done" "Proposes, accepts or declines a takeback." ["key?"]
        post "/api/bot/game/{id}/claim-victory" "bot:play" "Done" "Wins against an opponent who has left." ["key?"]
        post "/api/bot/game/{id}/claim-draw" "bot:play" "Done" "Claims a draw." ["key?"]
    }),
    routes,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/bot/account/upgrade", post(account::upgrade)),
        ("/api/bot/game/stream/{id}", get(board::stream)),
        ("/api/bot/game/{id}/chat", get(play::chat).merge(post(play::say))),
        ("/api/bot/game/{id}/move/{uci}", post(play::play)),
        ("/api/bot/game/{id}/{what}/{accept}", post(play::answer)),
        ("/api/bot/game/{id}/{what}", post(play::act)),
    ])
}
