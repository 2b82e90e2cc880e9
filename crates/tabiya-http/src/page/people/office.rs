// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk's other half: the site as a whole, live figures, and backups.

use std::io::Read;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use tabiya_accounts::people::sessions::prove;
use tabiya_accounts::people::{PeopleError, Rules, Who};
use tabiya_game::Time;
use tabiya_limits::address::Caller;
use tabiya_protocol::people::desk::{
    ChatWords, Figures, SettingSource, SettingView, SiteView, StopServer, WhoMay,
};
use tabiya_runtime::config::{Config, SettingInForce, Source};
use tabiya_runtime::identity::LoggedIn;
use tabiya_runtime::{disk, low_priority, measure};
use tabiya_store::{Deed, Replaced, Role};
use time::UtcDateTime;

use super::staff::Staff;
use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// Bytes of the site's name, of how to reach whoever runs it, and of its other texts.
const LONGEST_NAME: usize = 60;
const LONGEST_CONTACT: usize = 300;
const LONGEST_TEXT: usize = 8_000;
/// Bytes of a backup that are read at once.
const PIECE: usize = 256 * 1024;
/// Fetch Metadata Request Headers, 2.4.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The site's rules as everybody sees them.
pub(super) fn view(rules: &Rules, mail: Option<bool>) -> SiteView {
    let may = |who| match who {
        Who::Everyone => WhoMay::Everyone,
        Who::Accounts => WhoMay::Accounts,
        Who::Invited => WhoMay::Invited,
    };
    SiteView {
        name: rules.name.clone(),
        rules: rules.rules.clone(),
        colour: rules.colour,
        announcement: rules.announcement.clone(),
        contact: Some(rules.contact.clone()),
        play: may(rules.play),
        watch: may(rules.watch),
        register: may(rules.register),
        chat: rules.chat,
        staff_second_factor: Some(rules.staff_second_factor),
        mail,
        password: None,
    }
}

fn checked(wish: SiteView, before: &Rules) -> Result<Rules, PeopleError> {
    let who = |may| match may {
        WhoMay::Everyone => Who::Everyone,
        WhoMay::Accounts => Who::Accounts,
        WhoMay::Invited => Who::Invited,
    };
    let contact = wish.contact.as_ref().unwrap_or(&before.contact);
    let texts = [
        (&wish.name, LONGEST_NAME),
        (&wish.rules, LONGEST_TEXT),
        (&wish.announcement, LONGEST_TEXT),
        (contact, LONGEST_CONTACT),
    ];
    if let Some((text, most)) =
        texts.into_iter().find(|(text, most)| text.len() > *most || text.contains('\0'))
    {
        return Err(PeopleError::BadRequest(format!("a text has {} bytes, and {most} at most", text.len())));
    }
    if wish.colour.is_some_and(|hue| hue >= 360) {
        return Err(PeopleError::BadRequest("a hue has 0 to 359 degrees".to_owned()));
    }
    if wish.name.trim().is_empty() {
        return Err(PeopleError::BadRequest("the site has a name".to_owned()));
    }
    Ok(Rules {
        name: wish.name.trim().to_owned(),
        rules: wish.rules,
        colour: wish.colour,
        announcement: wish.announcement,
        contact: contact.trim().to_owned(),
        play: who(wish.play),
        watch: who(wish.watch),
        register: who(wish.register),
        chat: wish.chat,
        chat_words: before.chat_words.clone(),
        staff_second_factor: wish.staff_second_factor.unwrap_or(before.staff_second_factor),
    })
}

/// `GET /api/page/desk/chat-words`: only staff may see them.
pub(super) async fn chat_words(State(app): State<App>, staff: Staff) -> Result<Json<ChatWords>, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    Ok(Json(ChatWords { words: app.people.site.rules().chat_words.clone() }))
}

/// `PUT /api/page/desk/chat-words`: in force from the next message on.
pub(super) async fn set_chat_words(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    JsonBody(wish): JsonBody<ChatWords>,
) -> Result<StatusCode, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    if wish.words.len() > LONGEST_TEXT || wish.words.contains('\0') {
        return Err(PeopleError::BadRequest(format!("the list has at most {LONGEST_TEXT} bytes")).into());
    }
    let people = &app.people;
    let _turn = people.site.turn().await;
    let mut rules = (**people.site.rules()).clone();
    let deed = Deed::ChatWords(Replaced::put(&mut rules.chat_words, wish.words));
    let act = people.act(&staff.0.account, None, deed, "");
    people.site.set(&*people.store.site, rules, &act).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/page/site`: for everybody.
pub(super) async fn site(State(app): State<App>) -> Json<SiteView> {
    let told = view(&app.people.site.rules(), Some(app.people.sends_mail()));
    // Where the operator asks for none, there is nothing that an admin could decide.
    let staff_second_factor = told.staff_second_factor.filter(|_| app.people.may_ask_second_factor());
    Json(SiteView { staff_second_factor, ..told })
}

/// `PUT /api/page/desk/site`: admins only. One without a second factor may call it to switch that demand off,
/// which takes the password.
pub(super) async fn change_site(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(mut wish): JsonBody<SiteView>,
) -> Result<StatusCode, ApiError> {
    if login.account.role != Role::Admin {
        return Err(PeopleError::NotAllowed("only admins change the site").into());
    }
    let password = wish.password.take();
    if let Some(password) = &password {
        // Before the turn, because others wait for that.
        prove(&app.people, &login.account, &caller, password).await?;
    }
    let _turn = app.people.site.turn().await;
    let before = app.people.site.rules();
    let rules = checked(wish, &before)?;
    if rules.staff_second_factor {
        needs_second_factor(&app, &login)?;
    } else if needs_second_factor(&app, &login).is_err()
        && rules != (Rules { staff_second_factor: false, ..(**before).clone() })
    {
        // That demand alone: what else is changed is a right of staff.
        return Err(PeopleError::NeedsSecondFactor.into());
    }
    if before.staff_second_factor && !rules.staff_second_factor && password.is_none() {
        return Err(
            PeopleError::NotAllowed("staff do without a second factor only by an admin's password").into()
        );
    }
    let is_asked_now = rules.staff_second_factor && !before.staff_second_factor;
    let people = &app.people;
    let deed = Deed::Site(Box::new(Replaced { before: (**before).clone(), after: rules.clone() }));
    let act = people.act(&login.account, None, deed, "");
    people.site.set(&*people.store.site, rules, &act).await?;
    // Guests begin anew, by the new rules.
    people.doors.close_guests();
    if is_asked_now {
        // So do staff who lack a second factor: their open sockets have the rights that they had.
        people.doors.close_members();
    }
    Ok(StatusCode::NO_CONTENT)
}

fn needs_second_factor(app: &App, login: &LoggedIn) -> Result<(), PeopleError> {
    if app.people.lacks_second_factor(&login.account) {
        return Err(PeopleError::NeedsSecondFactor);
    }
    Ok(())
}

/// `GET /api/page/desk/settings`: what whoever runs the server has decided, which no page can change.
pub(super) async fn settings(
    State(app): State<App>,
    staff: Staff,
) -> Result<Json<Vec<SettingView>>, ApiError> {
    staff.only(&[Role::Admin])?;
    let view = |setting: &SettingInForce| SettingView {
        key: setting.key.clone(),
        value: setting.value.clone(),
        source: match setting.source {
            Source::Flag => SettingSource::Flag,
            Source::Environment => SettingSource::Environment,
            Source::File => SettingSource::File,
            Source::Default => SettingSource::Default,
        },
    };
    Ok(Json(app.config.settings.iter().map(view).collect()))
}

/// `GET /api/page/desk/figures`
pub(super) async fn figures(
    State(app): State<App>,
    staff: Staff,
    caller: Caller,
) -> Result<Json<Figures>, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let people = &app.people;
    let live = measure::live();
    let daily = app.backups.news();
    // What was downloaded is a backup, too.
    let last_backup = people.store.site.last_backup().await?.max(daily.last);
    let folder = app.config.control_folder.as_deref();
    let is_admin = staff.0.account.role == Role::Admin;
    let fault = people.store.log.ready().await.err();
    Ok(Json(Figures {
        accounts: people.store.accounts.account_count().await?,
        online: people.doors.players() as u64,
        games_running: live.games,
        moves_per_second: people.moves.rate(live.moves),
        p99_ms: live.commit_p99.map(|seconds| seconds * 1_000.0),
        data_bytes: folder.map_or(0, stored),
        disk_free_bytes: folder.and_then(disk::free),
        backup_age_ms: last_backup.map(|at| people.now().0.saturating_sub(at.0)),
        backup_folder: daily.folder.map(|folder| folder.display().to_string()),
        backup_command: daily.command.filter(|_| is_admin),
        can_download_backup: is_admin && folder.is_some(),
        backup_problem: daily.problem,
        backup_same_disk: daily.is_same_disk,
        can_stop: is_admin && is_at_the_server(&app, &caller),
        database: fault.map_or_else(|| "ok".to_owned(), |error| error.to_string()),
    }))
}

/// Whether a call comes from a browser on the server's own computer. Behind a proxy every call comes from there.
fn is_at_the_server(app: &App, caller: &Caller) -> bool {
    let Config { public_url, trusted_proxies, .. } = &app.config;
    let has_proxy =
        public_url.is_some() || !trusted_proxies.is_empty() || caller.is_hidden || caller.by_proxy;
    !has_proxy && caller.address.is_loopback()
}

/// `POST /api/page/desk/stop`: an admin stops the server that runs on the computer before which they sit.
pub(super) async fn stop(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    caller: Caller,
    JsonBody(wish): JsonBody<StopServer>,
) -> Result<StatusCode, ApiError> {
    staff.only(&[Role::Admin])?;
    if !is_at_the_server(&app, &caller) {
        return Err(PeopleError::NotAllowed("the server is stopped at its own computer").into());
    }
    if !wish.sure {
        return Err(PeopleError::BadRequest("the server stops only if that is meant".to_owned()).into());
    }
    // Whoever reads the log later knows why nobody could play: a stop that can't be noted is none.
    let act = app.people.act(&staff.0.account, None, Deed::Stop, "");
    app.people.store.desk.note_act(&act).await?;
    tracing::info!(by = %staff.0.account.name, "an admin stops the server");
    app.stop_asked.notify_one();
    Ok(StatusCode::NO_CONTENT)
}

/// Bytes in the files of this folder: the database with its write-ahead log, which holds all that was written last.
fn stored(folder: &std::path::Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .filter_map(|file| file.metadata().ok())
        .filter(std::fs::Metadata::is_file)
        .map(|file| file.len())
        .sum()
}

/// `GET /api/page/desk/backup`: a consistent copy of the database, checked before it is sent.
pub(super) async fn backup(
    State(app): State<App>,
    staff: Staff,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    staff.only(&[Role::Admin])?;
    // A link has no Origin. Browsers say in this header where it was followed.
    if headers.get(FETCH_SITE).is_some_and(|site| site == "cross-site" || site == "same-site") {
        return Err(
            PeopleError::NotAllowed("a backup is ordered from the desk, not from another site").into()
        );
    }
    let people = &app.people;
    let Some(folder) = app.config.control_folder.clone() else {
        return Err(PeopleError::NotAllowed("the data lie in PostgreSQL: back them up with pg_dump").into());
    };
    let made = low_priority::run(move || -> Result<_, String> {
        let place = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = place.path().join("backup.db");
        tabiya_store::backup(&folder, &file, &mut |_| {}).map_err(|error| error.to_string())?;
        let open = std::fs::File::open(&file).map_err(|error| error.to_string())?;
        let length = open.metadata().map_err(|error| error.to_string())?.len();
        // Removed now: what is open is still read, and nothing is left behind if the download is cut off.
        drop(place);
        Ok((open, length))
    });
    let made = made.await.unwrap_or_else(|error| Err(error.to_string()));
    let (file, length) = made.map_err(|error| {
        tracing::error!(%error, "a backup failed");
        ApiError::Fault
    })?;
    let now = people.now();
    let act = people.act(&staff.0.account, None, Deed::Backup { bytes: length }, "");
    people.store.site.note_backup(&act).await?;
    let pieces = futures_util::stream::try_unfold(file, |mut file| async move {
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; PIECE];
            let length = file.read(&mut piece)?;
            piece.truncate(length);
            Ok::<_, std::io::Error>((piece, file))
        });
        let (piece, file) = read.await.map_err(std::io::Error::other)??;
        Ok::<_, std::io::Error>((!piece.is_empty()).then(|| (Bytes::from(piece), file)))
    });
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, length.to_string()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"tabiya-{}.db\"", day(now))),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

/// The day in UTC, as the name of a file has it.
fn day(now: Time) -> String {
    let seconds = i64::try_from(now.0 / 1000).unwrap_or(i64::MAX);
    UtcDateTime::from_unix_timestamp(seconds).map_or_else(|_| now.0.to_string(), |at| at.date().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the database was counted, which grows when the log is copied into it: the figure stood still for hours.
    #[test]
    fn what_is_stored_counts_the_write_ahead_log() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, length) in [("tabiya.db", 4_096), ("tabiya.db-wal", 300), ("tabiya.lock", 0)] {
            std::fs::write(folder.path().join(name), vec![0; length]).expect("a file");
        }
        assert_eq!(stored(folder.path()), 4_396);
        assert_eq!(stored(&folder.path().join("missing")), 0);
    }
}
