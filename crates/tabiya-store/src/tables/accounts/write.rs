// SPDX-License-Identifier: AGPL-3.0-or-later
//! The statements of a change of an account.

use tabiya_game::{PlayerId, Title};

use super::millis;
use crate::{
    Account, CARD, Email, Ends, OAUTH_CODE, RECOVERY, RESET_LETTER, RESET_LINK, Token,
    tables::{Statement, Value, people::raise, token::keep},
};

/// The place of the statement that misses where a name is taken.
pub(super) const NAME: usize = 1;
/// The place of the statement that misses where no admin would be left.
pub(super) const ADMIN: usize = 2;

/// Touches a row only if nobody else has this name, or one that looks like it. An account may keep its name even where
/// another one has come to look like it.
fn name_is_free(account: &Account) -> Statement {
    let sql = "UPDATE people SET changes = changes WHERE one = 1 AND (
         EXISTS (SELECT 1 FROM account WHERE player = $3 AND name_key = $1 AND skeleton = $2)
         OR NOT EXISTS (SELECT 1 FROM account WHERE (name_key = $1 OR skeleton = $2) AND player <> $3))";
    let values = vec![account.key.as_str().into(), account.skeleton.as_str().into(), account.player.into()];
    Statement::new(sql, values).touching(1)
}

/// Touches a row only if there is another admin, or this account is none.
fn admin_remains(account: &Account) -> Statement {
    let sql = "UPDATE people SET changes = changes WHERE one = 1 AND (
         NOT EXISTS (SELECT 1 FROM account WHERE player = $1 AND role = 'admin' AND closed_at IS NULL)
         OR EXISTS (SELECT 1 FROM account WHERE player <> $1 AND role = 'admin' AND closed_at IS NULL))";
    Statement::new(sql, vec![account.player.into()]).touching(1)
}

pub(super) fn create(account: &Account) -> Vec<Statement> {
    let sql =
        "INSERT INTO account (player, name, name_key, skeleton, role, title, kid, list_owner, password, totp,
         totp_step, email, email_key, email_confirmed, closed_at, settings, muted, created_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 1)
         ON CONFLICT DO NOTHING";
    let mut values = values(account);
    values.push(millis(account.created));
    // A guest who was taken over at the same moment would be two players in one.
    let not_taken = "UPDATE people SET changes = changes WHERE one = 1
         AND NOT EXISTS (SELECT 1 FROM taken_guest WHERE guest = $1)";
    let not_taken = Statement::new(not_taken, vec![account.player.into()]).touching(1);
    vec![raise(), name_is_free(account), not_taken, Statement::new(sql, values).touching(1)]
}

pub(super) fn change(account: &Account, ends: Ends<'_>) -> Vec<Statement> {
    let sql = "UPDATE account SET name = $2, name_key = $3, skeleton = $4, role = $5, title = $6, kid = $7,
         list_owner = $8, password = $9, totp = $10, totp_step = $11, email = $12, email_key = $13,
         email_confirmed = $14, closed_at = $15, settings = $16, muted = $17, version = version + 1
         WHERE player = $1 AND version = $18";
    let mut values = values(account);
    values.push(i64::try_from(account.version).unwrap_or(i64::MAX).into());
    let stays_admin = account.role == crate::Role::Admin && account.is_open();
    let admin = if stays_admin { nothing() } else { admin_remains(account) };
    let mut statements = vec![raise(), name_is_free(account), admin];
    statements.extend(end_recovery(account));
    statements.push(Statement::new(sql, values).touching(1));
    match ends {
        Ends::Nothing => {}
        Ends::All => {
            let all =
                ["DELETE FROM session WHERE player = $1", "DELETE FROM access_token WHERE made_by = $1"];
            statements.extend(all.map(|sql| Statement::new(sql, vec![account.player.into()])));
            statements.extend(forget_keys(account.player));
        }
        Ends::Others(kept) => {
            let sql = "DELETE FROM session WHERE player = $1 AND hash <> $2";
            statements.push(Statement::new(sql, vec![account.player.into(), kept.into()]));
            statements.extend(forget_keys(account.player));
        }
    }
    if !account.may_have_card() {
        let card = "DELETE FROM token WHERE player = $1 AND purpose = $2";
        statements.push(Statement::new(card, vec![account.player.into(), CARD.into()]));
    }
    statements
}

/// Ends the recovery codes of an account that had a second factor and has none. Stands before the change,
/// which forgets it: codes that were stored a moment before the second factor stay.
fn end_recovery(account: &Account) -> Option<Statement> {
    let sql = "DELETE FROM token WHERE player = $1 AND purpose = $2
         AND EXISTS (SELECT 1 FROM account WHERE player = $1 AND totp IS NOT NULL)";
    let values = vec![account.player.into(), RECOVERY.into()];
    account.secrets.totp.is_none().then(|| Statement::new(sql, values))
}

/// A card for a new account, or a new one for an account that exists: the card before it and all sessions end.
pub(super) fn with_card(account: &Account, card: &Token) -> Vec<Statement> {
    if account.version == 0 {
        let mut statements = create(account);
        statements.push(keep(card));
        return statements;
    }
    let mut statements = change(account, Ends::All);
    let before = "DELETE FROM token WHERE player = $1 AND purpose = $2";
    statements.push(Statement::new(before, vec![account.player.into(), CARD.into()]));
    statements.push(keep(card));
    statements
}

/// Ends a player's access tokens, and what could still become a token or a session.
fn forget_keys(player: PlayerId) -> [Statement; 2] {
    let tokens = "DELETE FROM access_token WHERE player = $1";
    let secrets = "DELETE FROM token WHERE player = $1 AND purpose IN ($2, $3, $4)";
    [
        Statement::new(tokens, vec![player.into()]),
        Statement::new(
            secrets,
            vec![player.into(), OAUTH_CODE.into(), RESET_LINK.into(), RESET_LETTER.into()],
        ),
    ]
}

/// Holds the place of a statement that is not needed.
fn nothing() -> Statement {
    Statement::new("UPDATE people SET changes = changes WHERE one = 1", vec![])
}

/// All columns that can change, from `$1` on.
fn values(account: &Account) -> Vec<Value> {
    let email = account.email.as_ref();
    let secrets = &account.secrets;
    vec![
        account.player.into(),
        account.name.as_str().into(),
        account.key.as_str().into(),
        account.skeleton.as_str().into(),
        account.role.word().into(),
        account.title.map(title).into(),
        account.kid.into(),
        account.list_owner.map_or(Value::Null, Value::from),
        secrets.password.as_deref().into(),
        secrets.totp.as_deref().into(),
        i64::try_from(secrets.totp_step).unwrap_or(i64::MAX).into(),
        email.map(|email| email.address.as_str()).into(),
        email.map(|email| Email::key(&email.address)).into(),
        email.is_some_and(|email| email.confirmed).into(),
        account.closed.map_or(Value::Null, millis),
        account.settings.to_string().into(),
        account.muted.into(),
    ]
}

fn title(title: Title) -> String {
    match serde_json::to_value(title) {
        Ok(serde_json::Value::String(word)) => word,
        other => unreachable!("titles are words, not {other:?}"),
    }
}
