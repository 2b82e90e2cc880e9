// SPDX-License-Identifier: AGPL-3.0-or-later
//! The board editor's questions: can a game begin from this board, and if not, why not. The page decides nothing.

use axum::Json;
use tabiya_live::setup::checked;
use tabiya_protocol::boards::{CheckSetup, MAX_FEN, SetupChecked};

use crate::answer::methods::post;
use crate::answer::{ApiError, Calls, JsonBody, SameOrigin};

/// The calls of the board editor.
pub(crate) fn calls() -> Calls {
    Calls::new([("/api/page/editor", post(check))])
}

/// `POST /api/page/editor`
async fn check(_: SameOrigin, JsonBody(body): JsonBody<CheckSetup>) -> Result<Json<SetupChecked>, ApiError> {
    if body.fen.len() > MAX_FEN {
        let text = format!("a FEN has at most {MAX_FEN} bytes, and this one has {}", body.fen.len());
        return Err(ApiError::BadRequest(text));
    }
    Ok(Json(checked(&body.fen)))
}
