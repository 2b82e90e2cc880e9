// SPDX-License-Identifier: AGPL-3.0-or-later
//! Other players: profiles, who is here, ratings and lists.

use std::collections::{BTreeMap, HashSet};

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value, json};
use tabiya_accounts::people::{is_listed, is_ranked, key_of_typed, lists};
use tabiya_game::{Category, Time};
use tabiya_limits::address::Caller;
use tabiya_store::{Account, GameFilter, PlayerOutcome};
use time::UtcDateTime;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Path, Query, Text, listed};
use super::person::{self, named, shown};
use super::relations::MOST_RELATIONS;
use crate::state::App;

const MOST_USERS: usize = 300;
const MOST_STATUSES: usize = 100;
/// Rows of each leaderboard where all are shown, and the most of one.
const TOP: usize = 10;
pub(super) const MOST_LEADERS: u64 = 200;
/// Bots that are listed.
pub(super) const MOST_BOTS: u64 = 512;
const COMPLETED: usize = 15;
/// Wins that are shown.
const BEST_WINS: usize = 5;
/// Best wins of all categories that are looked through for those of one.
const WINS_LOOKED_AT: u32 = 100;
/// Days of activity, and games that are looked at for it.
const DAYS: u64 = 7;
const LOOKED_AT: u32 = 300;
const DAY: u64 = 24 * 60 * 60 * 1000;

async fn found(app: &App, names: &[&str]) -> Result<Vec<Account>, Failure> {
    let mut accounts = Vec::new();
    for name in names {
        if let Some(account) = app.store.accounts.account_called(&key_of_typed(name)).await? {
            accounts.push(account);
        }
    }
    Ok(accounts)
}

/// `GET /api/user/NAME`
pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Value>, Failure> {
    let account = named(&app, &name).await?;
    Ok(Json(person::full(&app, &account, visitor.player()).await?))
}

/// `POST /api/users`: the body is names with commas between them.
pub(super) async fn many(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Text(body): Text,
) -> Result<Json<Value>, Failure> {
    let names = listed(&body, MOST_USERS)?;
    visitor.charge_for(&app, &caller, names.len())?;
    let mut users = Vec::new();
    for account in found(&app, &names).await? {
        users.push(person::full(&app, &account, visitor.player()).await?);
    }
    Ok(Json(users.into()))
}

/// `GET /api/users/status?ids=`
pub(super) async fn status(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let ids = listed(query.text("ids").unwrap_or_default(), MOST_STATUSES)?;
    visitor.charge_for(&app, &caller, ids.len())?;
    let (with_ids, with_metas) = (query.flag("withGameIds")?, query.flag("withGameMetas")?);
    let mut users = Vec::new();
    for account in found(&app, &ids).await? {
        let mut user = person::light(&account);
        let player = account.player;
        let is_online = account.is_open()
            && app.people.doors.is_here(player)
            && app.people.sees_online(visitor.player(), player).await?;
        if is_online {
            user["online"] = json!(true);
            if let Some(game) = person::playing(&app, player).await? {
                user["playing"] = json!(true);
                if with_ids == Some(true) || with_metas == Some(true) {
                    user["playingId"] = json!(game);
                }
            }
        }
        users.push(user);
    }
    Ok(Json(users.into()))
}

/// `GET /api/user/NAME/rating-history`: one point a day, months counted from 0.
pub(super) async fn rating_history(
    State(app): State<App>,
    _: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Value>, Failure> {
    let account = shown(&app, &name).await?;
    let ratings = app.store.ratings.ratings_of(account.player).await?;
    let mut history = Vec::new();
    for category in Category::ALL {
        let mut days: BTreeMap<(i32, u8, u8), u16> = BTreeMap::new();
        if let Some(own) = ratings.iter().find(|rating| rating.category == category) {
            // Long histories are thinned out.
            let step = own.number.div_ceil(2_000).max(1);
            for entry in app.store.ratings.curve_of(account.player, category, step).await? {
                let Some(date) = date(entry.at) else { continue };
                let day = (date.year(), u8::from(date.month()) - 1, date.day());
                days.insert(day, entry.rating.rounded().points);
            }
        }
        let points: Vec<_> =
            days.iter().map(|((year, month, day), points)| json!([year, month, day, points])).collect();
        history.push(json!({ "name": person::perf_name(category), "points": points }));
    }
    Ok(Json(history.into()))
}

pub(super) fn date(at: Time) -> Option<UtcDateTime> {
    UtcDateTime::from_unix_timestamp(i64::try_from(at.0 / 1000).ok()?).ok()
}

/// `GET /api/user/NAME/perf/PERF`
pub(super) async fn perf(
    State(app): State<App>,
    visitor: Visitor,
    Path((name, perf)): Path<(String, String)>,
) -> Result<Json<Value>, Failure> {
    let account = shown(&app, &name).await?;
    let category = category(&perf)?;
    let player = account.player;
    let ratings = app.store.ratings.ratings_of(player).await?;
    let own = ratings.iter().find(|rating| rating.category == category);
    let now = app.people.now();
    let standing = own.map_or(tabiya_game::Rating::NEWCOMER, |own| own.standing.at(now));
    let games = own.map_or(0, |own| own.games);
    let entries = match own {
        Some(own) => app.store.ratings.curve_of(player, category, own.number.div_ceil(5_000).max(1)).await?,
        None => Vec::new(),
    };
    let point = |entry: &tabiya_store::RatingEntry| json!({ "int": entry.rating.rounded().points, "at": shown_time(entry.at), "gameId": entry.game });
    let by_points = |entry: &&tabiya_store::RatingEntry| entry.rating.rounded().points;
    let wins = app.store.ratings.best_wins_of(player, WINS_LOOKED_AT).await?;
    let mut best_wins = Vec::new();
    for win in wins.iter().filter(|win| win.game.category == category) {
        if best_wins.len() == BEST_WINS {
            break;
        }
        let (opponent, side) =
            if win.game.white == player { (win.game.black, win.black) } else { (win.game.white, win.white) };
        // Whoever has closed the account is named beside no game.
        let opponent = app.store.accounts.account(opponent).await?.filter(Account::is_open);
        let Some(opponent) = opponent else { continue };
        best_wins.push(json!({
            "opRating": side.before.rounded().points,
            "opId": person::light(&opponent),
            "at": shown_time(win.game.at),
            "gameId": win.game.game,
        }));
    }
    let speed = speeds(category);
    let mut outcomes = [0_u64; 3];
    for (index, outcome) in
        [PlayerOutcome::Won, PlayerOutcome::Lost, PlayerOutcome::Drawn].into_iter().enumerate()
    {
        let to = app.archive.counted_until(&[player], visitor.player());
        let filter = GameFilter { outcome: Some(outcome), rated: Some(true), to, ..speed };
        outcomes[index] = app.store.archive.finished_count_of(player, &filter).await?;
    }
    let rank = app.store.ratings.place_of(player, category).await?;
    let mut answer = json!({
        "user": person::light(&account),
        "perf": {
            "glicko": {
                "rating": standing.points(),
                "deviation": standing.deviation(),
                "provisional": standing.is_provisional(),
            },
            "nb": games,
            "progress": 0,
        },
        "rank": rank,
        "percentile": null,
        "stat": {
            "perfType": { "key": person::perf(category), "name": person::perf_name(category) },
            "id": format!("{}/{}", account.key, person::perf(category)),
            "bestWins": { "results": best_wins },
            "count": {
                "all": outcomes.iter().sum::<u64>(),
                "rated": games,
                "win": outcomes[0],
                "loss": outcomes[1],
                "draw": outcomes[2],
                "tour": 0, "berserk": 0, "opAvg": 0, "seconds": 0, "disconnects": 0,
            },
        },
    });
    if let Some(highest) = entries.iter().max_by_key(by_points) {
        answer["stat"]["highest"] = point(highest);
    }
    if let Some(lowest) = entries.iter().min_by_key(by_points) {
        answer["stat"]["lowest"] = point(lowest);
    }
    Ok(Json(answer))
}

fn shown_time(at: Time) -> String {
    date(at).map_or_else(String::new, |at| {
        let (hour, minute, second) = (at.hour(), at.minute(), at.second());
        let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.000Z")
    })
}

/// Games of this category.
pub(super) fn speeds(category: Category) -> GameFilter {
    let (speed, variant) = (category.speed(), Some(category.variant()));
    GameFilter { speed, variant, private: Some(false), ..GameFilter::default() }
}

/// The category of this name.
pub(super) fn category(name: &str) -> Result<Category, Failure> {
    name.parse().map_err(|error: tabiya_game::NoSuchCategory| Failure::not_found(error.to_string()))
}

async fn leaders(app: &App, category: Category, most: usize) -> Result<Vec<Value>, Failure> {
    let best = lists::leaders(&app.store, category, most, is_leader).await?;
    let row = |(leader, account): &(tabiya_store::PlayerRating, Account)| {
        let mut row = json!({
            "id": account.key,
            "username": account.name.to_string(),
            "perfs": { person::perf(category): {
                "rating": leader.standing.at(app.people.now()).rounded().points,
                "progress": 0,
            }},
        });
        if let Some(title) = account.title {
            row["title"] = json!(title.to_string());
        }
        row
    };
    Ok(best.iter().map(row).collect())
}

fn is_leader(account: &Account) -> bool {
    is_listed(account) && is_ranked(account)
}

/// `GET /api/player`: the best of each category.
pub(super) async fn all_leaders(State(app): State<App>, _: Visitor) -> Result<Json<Value>, Failure> {
    let mut all = Map::new();
    for category in Category::ALL {
        all.insert(person::perf(category).to_owned(), leaders(&app, category, TOP).await?.into());
    }
    Ok(Json(all.into()))
}

/// `GET /api/player/top/N/PERF`
pub(super) async fn top(
    State(app): State<App>,
    _: Visitor,
    Path((most, perf)): Path<(String, String)>,
) -> Result<Json<Value>, Failure> {
    let most: u64 = most.parse().map_err(|_| Failure::bad("say how many"))?;
    let most = usize::try_from(most.clamp(1, MOST_LEADERS)).unwrap_or(TOP);
    Ok(Json(json!({ "users": leaders(&app, category(&perf)?, most).await? })))
}

/// `GET /api/player/autocomplete?term=`
pub(super) async fn autocomplete(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let term = query.text("term").or_else(|| query.text("names")).unwrap_or_default();
    if let Some(names) = query.text("names") {
        let names = listed(names, MOST_USERS)?;
        visitor.charge_for(&app, &caller, names.len())?;
        let accounts = found(&app, &names).await?;
        let listed = accounts.iter().filter(|account| is_listed(account));
        return Ok(Json(listed.map(|account| account.name.to_string()).collect()));
    }
    for absent in ["team", "tour", "swiss"] {
        query.refuse(absent, "this server has none")?;
    }
    let key = key_of_typed(term);
    if key.chars().count() < 3 {
        return Err(Failure::bad("term: it has 3 letters at least"));
    }
    let followed = match query.flag("friend")? {
        Some(true) => {
            let viewer = visitor.player().ok_or_else(Failure::no_such_token)?;
            let relations = app.store.relations.relations_of(viewer, MOST_RELATIONS).await?;
            let follows = relations.into_iter().filter(|(_, relation)| relation.follows);
            Some(follows.map(|(player, _)| player).collect::<HashSet<_>>())
        }
        _ => None,
    };
    let is_wanted = |account: &Account| {
        is_listed(account) && followed.as_ref().is_none_or(|followed| followed.contains(&account.player))
    };
    let shown = lists::named_from(&app.store, &key, COMPLETED, is_wanted).await?;
    if query.flag("object")? == Some(true) {
        let mut users = Vec::new();
        for account in shown {
            let mut user = person::light(&account);
            if app.people.doors.is_here(account.player)
                && app.people.sees_online(visitor.player(), account.player).await?
            {
                user["online"] = json!(true);
            }
            users.push(user);
        }
        return Ok(Json(json!({ "result": users })));
    }
    Ok(Json(shown.iter().map(|account| account.name.to_string()).collect::<Vec<_>>().into()))
}

/// `GET /api/crosstable/A/B`
pub(super) async fn crosstable(
    State(app): State<App>,
    visitor: Visitor,
    Path((first, second)): Path<(String, String)>,
) -> Result<Json<Value>, Failure> {
    let (first, second) = (shown(&app, &first).await?, shown(&app, &second).await?);
    let (mut points, mut games) = ([0.0_f64; 2], 0_u64);
    let results = app.archive.results_for(first.player, Some(second.player), visitor.player()).await?;
    for (_, outcome, count) in results {
        let share = match outcome {
            PlayerOutcome::Won => [1.0, 0.0],
            PlayerOutcome::Drawn => [0.5, 0.5],
            PlayerOutcome::Lost => [0.0, 1.0],
            PlayerOutcome::Aborted => continue,
        };
        games += count;
        points = [points[0] + share[0] * count as f64, points[1] + share[1] * count as f64];
    }
    let users = json!({ &first.key: points[0], &second.key: points[1] });
    Ok(Json(json!({ "users": users, "nbGames": games })))
}

/// `GET /api/user/NAME/activity`: games of the last days, by category.
pub(super) async fn activity(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Value>, Failure> {
    let account = shown(&app, &name).await?;
    let today = app.people.now().0 / DAY;
    let from = Time((today + 1).saturating_sub(DAYS) * DAY);
    let filter = GameFilter { from: Some(from), private: Some(false), ..GameFilter::default() };
    let filter = app.archive.for_visitor(filter, account.player, visitor.identity().as_ref());
    let games = app.store.archive.finished_of(account.player, &filter, None, LOOKED_AT).await?;
    let mut days: BTreeMap<u64, BTreeMap<&str, [u64; 3]>> = BTreeMap::new();
    for game in &games {
        let (Some(end), Some(speed)) = (game.end, game.speed()) else { continue };
        let category = Category::new(game.variant, speed);
        let Some(side) = game.seats().color_of(account.player) else { continue };
        let place = match PlayerOutcome::of(end.result, side) {
            PlayerOutcome::Won => 0,
            PlayerOutcome::Lost => 1,
            PlayerOutcome::Drawn => 2,
            PlayerOutcome::Aborted => continue,
        };
        days.entry(end.at.0 / DAY).or_default().entry(person::perf(category)).or_default()[place] += 1;
    }
    let day = |(day, games): (&u64, &BTreeMap<&str, [u64; 3]>)| {
        let mut perfs = Map::new();
        for (perf, [win, loss, draw]) in games {
            perfs.insert((*perf).to_owned(), json!({ "win": win, "loss": loss, "draw": draw }));
        }
        json!({ "interval": { "start": day * DAY, "end": (day + 1) * DAY }, "games": perfs })
    };
    Ok(Json(days.iter().rev().map(day).collect::<Vec<_>>().into()))
}

/// `GET /api/streamer/live`: nobody streams here.
pub(super) async fn streamers(_: Visitor) -> Json<Value> {
    Json(json!([]))
}

/// `GET /api/user/NAME/note`
pub(super) async fn notes(
    State(app): State<App>,
    access: Access,
    Path(name): Path<String>,
) -> Result<Json<Value>, Failure> {
    let about = named(&app, &name).await?;
    let note = app.store.relations.relation(access.player(), about.player).await?.note;
    if note.is_empty() {
        return Ok(Json(json!([])));
    }
    let from = person::light(access.account());
    Ok(Json(json!([{ "from": from, "to": person::light(&about), "text": note, "date": about.created.0 }])))
}

/// `GET /api/bot/online`
pub(super) async fn online_bots(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query,
) -> Result<axum::response::Response, Failure> {
    let most = usize::try_from(query.within("nb", 0, MOST_BOTS)?.unwrap_or(100)).unwrap_or(100);
    let here = app.people.doors.all_players();
    let viewer = visitor.player();
    Ok(super::lines::stream_lines(app.stopping.clone(), move |lines| async move {
        let mut shown = 0;
        for players in here.chunks(100) {
            let Ok(accounts) = app.store.accounts.listed_accounts(players).await else { return Ok(()) };
            let bots = accounts.iter().filter(|account| account.title == Some(tabiya_game::Title::Bot));
            for bot in bots.filter(|account| account.is_open()) {
                if shown == most {
                    return Ok(());
                }
                if !app.people.sees_online(viewer, bot.player).await.unwrap_or(false) {
                    continue;
                }
                let Ok(user) = person::full(&app, bot, viewer).await else { continue };
                lines.say(&user).await?;
                shown += 1;
            }
        }
        Ok(())
    }))
}
