// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the tests share.

use serde_json::Value;

/// The answer to a request, which is a JSON object with one field.
#[track_caller]
pub(crate) fn answer(request: &Value) -> Value {
    let text = tabiya_wasm::answer(&request.to_string());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What was asked for.
#[track_caller]
pub(crate) fn ok(request: Value) -> Value {
    let mut answer = answer(&request);
    assert!(answer.get("ok").is_some(), "{request} -> {answer}");
    answer["ok"].take()
}

/// The code and the sentence of an error.
#[track_caller]
pub(crate) fn error(request: Value) -> (String, String) {
    let answer = answer(&request);
    let text = |field: &str| answer["error"][field].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    let (code, message) = (text("code"), text("message"));
    check_sentence(&message);
    (code, message)
}

/// A sentence for people ends with a full stop, and is not longer than they read.
#[track_caller]
pub(crate) fn check_sentence(message: &str) {
    assert!(message.ends_with(['.', '!', '?']), "{message}");
    assert!(message.len() > 10 && message.chars().count() < 400, "{message}");
    assert!(!message.contains("Option") && !message.contains("panicked"), "{message}");
}

/// The engine's network, as the server has it.
pub(crate) fn net() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../tabiya-engine/nets/2.net")).unwrap()
}
