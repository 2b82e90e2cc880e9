// SPDX-License-Identifier: AGPL-3.0-or-later
//! The calls about people: accounts, log-in, settings, and the staff's desk.

mod account;
mod acts;
mod cards;
mod corrections;
mod desk;
mod email;
mod export;
mod links;
mod notices;
mod office;
mod own;
mod register;
mod reports;
mod second_factor;
mod sessions;
mod staff;
mod staff_log;

use axum::Router;
use axum::routing::{get, post, put};

use crate::state::App;

/// The calls about accounts.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/me", get(account::show))
        .route("/api/page/me", get(account::show_to_page))
        .route("/api/register", post(register::register))
        .route("/api/login", post(account::login))
        .route("/api/logout", post(account::logout))
        .route("/api/card", post(account::card))
        .route("/api/password", post(account::change_password))
        .route("/api/page/guest-games", post(register::guest_games))
        .route("/api/page/sessions", get(sessions::list))
        .route("/api/page/sessions/revoke-others", post(sessions::revoke_others))
        .route("/api/page/sessions/{id}/revoke", post(sessions::revoke))
        .route("/api/page/second-factor/begin", post(second_factor::begin))
        .route("/api/page/second-factor/confirm", post(second_factor::confirm))
        .route("/api/page/second-factor/remove", post(second_factor::remove))
        .route("/api/page/email", put(email::change))
        .route("/api/page/email/confirm", post(email::confirm))
        .route("/api/page/reset", post(email::ask_reset))
        .route("/api/page/reset/finish", post(links::finish_reset))
        .route("/api/page/admin-link", post(links::admin_link))
        .route("/api/page/site", get(office::site))
        .route("/api/page/report", post(reports::report))
        .route("/api/page/notices", get(notices::list))
        .route("/api/page/notices/read", post(notices::read))
        .route("/api/page/desk/site", get(office::site).put(office::change_site))
        .route("/api/page/desk/chat-words", get(office::chat_words).put(office::set_chat_words))
        .route("/api/page/desk/figures", get(office::figures))
        .route("/api/page/desk/backup", get(office::backup))
        .route("/api/page/desk/log", get(staff_log::log))
        .route("/api/page/desk/log/{id}/undo", post(staff_log::undo))
        .route("/api/page/desk/reports", get(reports::reports))
        .route("/api/page/desk/reports/{number}/done", post(reports::settle))
        .route("/api/page/desk/invite", post(acts::invite))
        .route("/api/page/desk/players", post(cards::make))
        .route("/api/page/desk/users", get(desk::users))
        .route("/api/page/desk/users/{name}/role", post(acts::give_role))
        .route("/api/page/desk/users/{name}/warn", post(acts::warn))
        .route("/api/page/desk/users/{name}/rename", post(acts::rename))
        .route("/api/page/desk/users/{name}/rating", post(corrections::set))
        .route("/api/page/desk/users/{name}/{mark}", post(acts::mark))
        .route("/api/page/desk/games/{id}/unrate", post(corrections::unrate))
        .route("/api/page/desk/users/{name}/reset", post(acts::reset))
        .route("/api/page/desk/users/{name}/sessions", post(acts::end_sessions))
        .route("/api/page/desk/users/{name}/card", post(cards::renew))
        .route("/api/page/desk/users/{name}/kid", post(cards::kid))
        .route("/api/page/settings", put(own::settings))
        .route("/api/page/close", post(own::close))
        .route("/api/page/export", get(export::export))
}
