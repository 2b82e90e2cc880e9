// SPDX-License-Identifier: AGPL-3.0-or-later
//! The calls about people: accounts, log-in, settings, and the staff's desk.

mod account;
mod acts;
mod cards;
mod corrections;
mod desk;
mod email;
mod export;
mod kept;
mod links;
mod nodes;
mod notices;
mod office;
mod own;
mod push;
mod register;
mod reports;
mod second_factor;
mod sessions;
mod staff;
mod staff_log;

use crate::answer::Calls;
use crate::answer::methods::{get, post, put};
pub(super) use staff::Staff;

/// The calls about accounts.
pub(crate) fn calls() -> Calls {
    Calls::new([
        ("/api/me", get(account::show)),
        ("/api/page/me", get(account::show_to_page)),
        ("/api/register", post(register::register)),
        ("/api/login", post(account::login)),
        ("/api/logout", post(account::logout)),
        ("/api/card", post(account::card)),
        ("/api/password", post(account::change_password)),
        ("/api/page/guest-games", post(register::guest_games)),
        ("/api/page/sessions", get(sessions::list)),
        ("/api/page/sessions/revoke-others", post(sessions::revoke_others)),
        ("/api/page/sessions/{id}/revoke", post(sessions::revoke)),
        ("/api/page/second-factor/begin", post(second_factor::begin)),
        ("/api/page/second-factor/confirm", post(second_factor::confirm)),
        ("/api/page/second-factor/remove", post(second_factor::remove)),
        ("/api/page/email", put(email::change)),
        ("/api/page/email/confirm", post(email::confirm)),
        ("/api/page/reset", post(email::ask_reset)),
        ("/api/page/reset/finish", post(links::finish_reset)),
        ("/api/page/admin-link", post(links::admin_link)),
        ("/api/page/site", get(office::site)),
        ("/api/page/report", post(reports::report)),
        ("/api/page/notices", get(notices::list)),
        ("/api/page/notices/read", post(notices::read)),
        ("/api/page/push", get(push::show).merge(put(push::begin))),
        ("/api/page/push/off", post(push::end)),
        ("/api/page/desk/site", get(office::site).merge(put(office::change_site))),
        ("/api/page/desk/chat-words", get(office::chat_words).merge(put(office::set_chat_words))),
        ("/api/page/desk/settings", get(office::settings)),
        ("/api/page/desk/figures", get(office::figures)),
        ("/api/page/desk/nodes", get(nodes::nodes)),
        ("/api/page/desk/stop", post(office::stop)),
        ("/api/page/desk/backup", get(office::backup)),
        ("/api/page/desk/log", get(staff_log::log)),
        ("/api/page/desk/log/{id}/undo", post(staff_log::undo)),
        ("/api/page/desk/reports", get(reports::reports)),
        ("/api/page/desk/reports/{number}/done", post(reports::settle)),
        ("/api/page/desk/invite", post(acts::invite)),
        ("/api/page/desk/players", post(cards::make)),
        ("/api/page/desk/users", get(desk::users)),
        ("/api/page/desk/users/{name}/role", post(acts::give_role)),
        ("/api/page/desk/users/{name}/warn", post(acts::warn)),
        ("/api/page/desk/users/{name}/rename", post(acts::rename)),
        ("/api/page/desk/users/{name}/rating", post(corrections::set)),
        ("/api/page/desk/users/{name}/{mark}", post(acts::mark)),
        ("/api/page/desk/games/{id}/unrate", post(corrections::unrate)),
        ("/api/page/desk/users/{name}/reset", post(acts::reset)),
        ("/api/page/desk/users/{name}/sessions", post(acts::end_sessions)),
        ("/api/page/desk/users/{name}/card", post(cards::renew)),
        ("/api/page/desk/users/{name}/kid", post(cards::kid)),
        ("/api/page/settings", put(own::settings)),
        ("/api/page/close", post(own::close)),
    ])
    .out_of_turn("/api/page/export", get(export::export))
}
