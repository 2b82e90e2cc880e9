// SPDX-License-Identifier: AGPL-3.0-or-later
//! Playing from a board.

use super::{Subject, group};

pub(super) const SUBJECT: Subject = Subject {
    begins: &[],
    calls: group!("Board" {
        post "/api/board/seek" "board:play" "lines Error" "Looks for an opponent as long as the request lives. Blank lines until then; the game is told by `/api/stream/event`. A line with an error says why the search ended." ["rated" "time" "increment" "days" "variant" "color" "ratingRange"]
        get "/api/board/game/stream/{id}" "board:play" "lines GameFull|GameState|ChatLine|OpponentGone" "A game of yours. The stream ends with the game." []
        post "/api/board/game/{id}/move/{uci}" "board:play" "Done" "Moves. The move that you have just made, sent again, is not played again." ["offeringDraw?"]
        get "/api/board/game/{id}/chat" "board:play" "[ChatMessage]" "What was said." ["room@read?"]
        post "/api/board/game/{id}/chat" "board:play" "Done" "Says something." ["room" "text!"]
        post "/api/board/game/{id}/abort" "board:play" "Done" "Aborts a game before both have moved." []
        post "/api/board/game/{id}/resign" "board:play" "Done" "Resigns." []
        post "/api/board/game/{id}/draw/{answer}" "board:play" "Done" "Offers, accepts or declines a draw." []
        post "/api/board/game/{id}/takeback/{answer}" "board:play" "Done" "Proposes, accepts or declines a takeback." []
        post "/api/board/game/{id}/claim-victory" "board:play" "Done" "Wins against an opponent who has left." []
        post "/api/board/game/{id}/claim-draw" "board:play" "Done" "Claims a draw by repetition or fifty moves, or against an opponent who has left." []
        post "/api/board/game/{id}/berserk" "board:play" "Done" "Always refused: there are no arenas." []
    }),
    absent: &[],
};
