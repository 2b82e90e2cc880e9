// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens.

use serde_json::json;

use super::api::Api;
use crate::clients::token_of_new;
use crate::people::registered;

#[tokio::test]
async fn calls_about_tokens_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let ann = token_of_new(&api.server, "Ann", "board:play");
    api.call("POST /api/token/test", "", &format!("{ann},nonsense")).await;
    let mut player = registered(&api.server, "Carl").await;
    // Of the secret "correct horse battery staple".
    let wish = json!({
        "response_type": "code", "client_id": "x", "redirect_uri": "https://board.example/back",
        "code_challenge_method": "S256", "code_challenge": "xLvLH77JnWW_WdhcjLYu4tuWPw_hBvSD2a-nO9Tjmoo",
        "scope": "board:play", "state": "s",
    });
    let allowed = player.act("POST", "/api/page/oauth/allow", &wish).await.json();
    let redirect = allowed["redirect"].as_str().expect("an address");
    let code = redirect.split(['?', '&']).find_map(|pair| pair.strip_prefix("code=")).expect("a code");
    let form = format!(
        "grant_type=authorization_code&code={code}&code_verifier=correct+horse+battery+staple&\
         redirect_uri=https%3A%2F%2Fboard.example%2Fback&client_id=x"
    );
    let token = api.call("POST /api/token", "", &form).await;
    api.call("DELETE /api/token", token["access_token"].as_str().expect("a token"), "").await;
    assert_eq!(api.ask("POST /api/token", "", "", &form).await.status, 400);
    api.has_made_all_of("Tokens", &[]);
}
