// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server as a whole: bound to its address, started, and stopped.

mod run;

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustls::ServerConfig;
use tabiya_accounts::news;
use tabiya_accounts::people::{self, Control, Mailing, Operator, People};
use tabiya_accounts::personal::Personal;
use tabiya_accounts::push;
use tabiya_analysis::Analyses;
use tabiya_analysis::fair_play::BesideOthers;
use tabiya_archive::archive::Archive;
use tabiya_archive::delay::Delay;
use tabiya_archive::openings;
use tabiya_archive::picture::Painter;
use tabiya_cluster::bus::Bus;
use tabiya_events::service::EventService;
use tabiya_game::Millis;
use tabiya_http::feeds::Feeds;
use tabiya_http::readiness::Readiness;
use tabiya_http::state::{App, AppState};
use tabiya_https::{CertificateState, Clocks, Keeper, KeeperError, server_config};
use tabiya_limits::address::{AddressLimit, AddressRate, DayQuota, Shares, Turns};
use tabiya_limits::gate::raise_limit;
use tabiya_limits::long_answers::LongAnswers;
use tabiya_limits::programs::Programs;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_limits::tally::Tally;
use tabiya_live::best_games::Watching;
use tabiya_live::bulk::Bulk;
use tabiya_live::challenge::Challenges;
use tabiya_live::chat::Chats;
use tabiya_live::entry::{Entrance, GameQuota};
use tabiya_live::foundation::Foundation;
use tabiya_live::lobby::Lobby;
use tabiya_live::membership::{JoinError, Membership};
use tabiya_live::owned::Owned;
use tabiya_live::pairing::Pairing;
use tabiya_live::peers::{SiteBus, SiteKeys};
use tabiya_live::rate_games;
use tabiya_live::ratings::{self, Conduct, OneDevice};
use tabiya_live::room::{Patience, Ports, Rooms};
use tabiya_puzzles::PuzzleService;
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::config::Config;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::mail::{MailError, Mailer};
use tabiya_runtime::network::{LocalName, for_links, own_addresses};
use tabiya_runtime::storage_watch;
use tabiya_store::{Formats, NewNode, StorageError, Store, next};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;

use crate::{backups, elsewhere};

/// A page asks at each move over the board; each question plays the game again.
const BOARD_CHECKS_A_MINUTE: u32 = 120;
const BOARD_CHECKS_AN_HOUR: u32 = 3_600;
/// Lines that a correspondence player tries or changes: a press on the board each.
const LINE_CALLS_A_MINUTE: u32 = 120;
const LINE_CALLS_AN_HOUR: u32 = 3_600;
/// Questions about what an engine says: for each of them all running games of the player are played again.
const ENGINE_CALLS_A_MINUTE: u32 = 120;
const ENGINE_CALLS_AN_HOUR: u32 = 3_600;

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address can't be listened on.
    #[error("can't listen on {address}: {cause}; {}", advice(.cause, .setting))]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// The setting that names it.
        setting: &'static str,
        /// What the operating system said.
        cause: io::Error,
    },
    /// There is no certificate that could be used.
    #[error(transparent)]
    Certificate(#[from] KeeperError),
    /// TLS can't be spoken.
    #[error("can't speak TLS: {0}")]
    Tls(#[from] rustls::Error),
    /// The unfinished games or the accounts can't be read.
    #[error("can't load the unfinished games and the accounts: {0}")]
    Load(#[from] StorageError),
    /// This server can't be a node: its clock is wrong, or it is of another version than the others.
    #[error(transparent)]
    Join(JoinError),
    /// Links in letters are made from the public URL alone, because what a request says may be forged.
    #[error("mail needs --public-url: links in letters begin with it")]
    MailWithoutPublicUrl,
    /// The way to the mail server can't be secured.
    #[error("can't send mail: {0}")]
    Mail(#[from] MailError),
}

impl From<JoinError> for StartError {
    fn from(error: JoinError) -> Self {
        match error {
            unfit @ (JoinError::Clock(..) | JoinError::Storage(StorageError::OtherVersion { .. })) => {
                Self::Join(unfit)
            }
            JoinError::Storage(error) => Self::Load(error),
        }
    }
}

/// How many newcomers may wait to be taken in; the system may allow fewer. After a restart all players come back within
/// a moment, and whoever finds no place in this queue waits for seconds until his system asks again.
const NEWCOMERS: u32 = 65_535;

/// What helps where an address can't be listened on.
fn advice(cause: &io::Error, setting: &str) -> String {
    let other = format!("choose another address with --{setting}");
    if cause.kind() == io::ErrorKind::PermissionDenied {
        return format!(
            "ports below 1024 are for the system alone: give the program the right to them (on Linux CAP_NET_BIND_SERVICE), or {other}"
        );
    }
    other
}

fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Elsewhere than on Windows: else the address stays taken for a while after a restart.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    if address.ip().is_unspecified() && address.is_ipv6() {
        // All of IPv4 comes along; a system that does not allow that serves IPv6 alone.
        let _ = socket2::SockRef::from(&socket).set_only_v6(false);
    }
    socket.bind(address)?;
    socket.listen(NEWCOMERS)
}

/// The doors of a server, and what keeps its certificate good.
struct Doors {
    /// By plain HTTP.
    plain: TcpListener,
    /// By HTTPS, where the server speaks it itself.
    secure: Option<SecureDoor>,
    /// Where players come in: by HTTPS if there is such a door.
    address: SocketAddr,
    /// Where plain HTTP comes in.
    plain_address: SocketAddr,
}

struct SecureDoor {
    listener: TcpListener,
    tls: ServerConfig,
    keeper: Keeper,
}

impl Doors {
    /// Takes the addresses.
    async fn open(config: &Config, store: &Store) -> Result<Self, StartError> {
        let open = |address, setting| {
            let wrong = |cause| StartError::Listen { address, setting, cause };
            let listener = listen_on(address).map_err(wrong)?;
            let local = listener.local_addr().map_err(wrong)?;
            Ok::<_, StartError>((listener, local))
        };
        let (plain, plain_address) = open(config.listen, "listen")?;
        let Some(https) = &config.https else {
            return Ok(Self { plain, secure: None, address: plain_address, plain_address });
        };
        // Nodes of one site have one certificate.
        let shared = config.node.as_ref().map(|name| {
            (Arc::clone(&store.certificates), Clocks::new(Arc::clone(&store.nodes), name.clone()))
        });
        let keeper = Keeper::new(https, own_addresses(), shared).await?;
        let tls = server_config(keeper.shown())?;
        let (listener, address) = open(https.listen, "listen-https")?;
        Ok(Self { plain, secure: Some(SecureDoor { listener, tls, keeper }), address, plain_address })
    }
}

/// As many threads as slow work may have at once.
fn half_of_the_cores() -> usize {
    (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}

/// What sending mail takes, where the server was told how.
fn mailing(config: &Config) -> Result<Option<Mailing>, StartError> {
    let Some(mail) = &config.mail else { return Ok(None) };
    let url = config.public_url.as_ref().ok_or(StartError::MailWithoutPublicUrl)?;
    let mailer = Mailer::new(mail, url.host())?;
    Ok(Some(Mailing::new(mailer, url.origin().to_owned(), &config.limits.unlimited_addresses)))
}

/// A server that has its address and all unfinished games, and is ready to run.
pub struct Server {
    doors: Doors,
    app: App,
    stop: watch::Sender<bool>,
    room_for_connections: usize,
    /// The part that this server takes among several nodes.
    membership: Option<Membership>,
    /// The connection to other nodes, kept also where this server is no node.
    _bus: Option<Arc<dyn Bus>>,
    /// Takes an operator's orders.
    _control: Option<Control>,
}

impl Server {
    /// Takes the address and wakes every unfinished game. With a bus it plays together with other nodes.
    ///
    /// # Errors
    /// Where the address is taken or the games can't be read.
    pub fn start(
        config: Config,
        store: Store,
        bus: Option<Arc<dyn Bus>>,
    ) -> Pin<Box<dyn Future<Output = Result<Self, StartError>> + Send>> {
        // An async function is compiled where it is awaited, with all tasks that it starts: a second time, in the program.
        Box::pin(Self::start_here(config, store, bus))
    }

    async fn start_here(config: Config, store: Store, bus: Option<Arc<dyn Bus>>) -> Result<Self, StartError> {
        let doors = Doors::open(&config, &store).await?;
        let local_address = doors.address;
        let room_for_connections = raise_limit();
        let (stop, stopping) = watch::channel(false);
        tokio::task::spawn_blocking(openings::load);
        #[cfg(debug_assertions)]
        let timeline = crate::clock_off::start();
        #[cfg(not(debug_assertions))]
        let timeline = tabiya_runtime::timeline::Timeline::start();
        let computers = ComputerPool::start(config.computer_threads);
        let patience = config.limits.absence.map_or(Patience::Usual, |span| {
            Patience::Fixed(Millis(u32::try_from(span.as_millis()).unwrap_or(u32::MAX)))
        });
        let conduct = Arc::new(Conduct::new(store.clone()));
        let quota = GameQuota::new(&config.limits);
        let entrance = Entrance::new(quota, store.clone(), Arc::clone(&conduct), timeline);
        let (queue, ended) = ratings::queue();
        let rooms = Rooms::new(Ports::from(&store), timeline, computers, entrance.clone(), patience);
        let delay = Delay::new(config.watch_delay_moves, config.watch_delay);
        let (news_queue, news) = news::queue();
        let ghosts = Ghosts::default();
        ghosts.reload(&*store.accounts).await?;
        let known = (store.clone(), ghosts.clone());
        let owned = match config.node {
            Some(_) => Owned::leased(Arc::clone(&store.nodes)),
            None => Owned::everything(),
        };
        let rooms = rooms.knowing(known, queue, news_queue.clone()).delaying(delay).owning(owned.clone());
        let membership = match &config.node {
            Some(name) => {
                let (address, formats) = (local_address.to_string(), Formats::own());
                let next = if next::is_on() { ", next version" } else { "" };
                let version = config.build.name() + next;
                let new = NewNode { name: name.clone(), address, version, formats };
                let nodes = Arc::clone(&store.nodes);
                let keys = SiteKeys::new(Arc::clone(&store.site), timeline);
                let bus = bus.clone().map(|bus| SiteBus { bus, keys });
                Some(Membership::join(nodes, rooms.clone(), owned, (new, bus), stopping.clone()).await?)
            }
            None => {
                let resumed = rooms.resume_all().await?;
                if resumed > 0 {
                    tracing::info!(games = resumed, "unfinished games go on");
                }
                None
            }
        };
        let devices = Arc::new(OneDevice::new(store.clone()));
        let rating = (Arc::clone(&store.ratings), Arc::clone(&devices));
        rate_games::start(rating, (rooms.clone(), delay), ended, stopping.clone());
        storage_watch::start(Arc::clone(&store.log));
        let personal = Personal::default();
        rooms.tell_players(personal.clone());
        let shared = (personal.clone(), ghosts.clone());
        let people = People::new(&config, &store, mailing(&config)?, shared, timeline).await?;
        if config.shared_database {
            people::look_for_changes(&people);
        }
        people::keep_tidy(store.clone(), timeline, stopping.clone());
        people::write_notices(&people, news, stopping.clone());
        people::send_letters(&people, stopping.clone());
        push::start(people.push(), stopping.clone());
        let pairing = Pairing {
            store: store.clone(),
            people: Arc::clone(&people),
            conduct: Arc::clone(&conduct),
            rooms: rooms.clone(),
            entrance: entrance.clone(),
            personal: personal.clone(),
        };
        let challenges = Challenges::start(pairing.clone(), news_queue).await;
        personal.add(Arc::new(challenges.clone()));
        let lobby = Lobby::start(pairing.clone());
        let bulk = Bulk::start(pairing.clone(), stopping.clone());
        let archive = Archive::new(store.clone(), timeline, delay, ghosts);
        // Rooms keep this as long as they live, so it must not know them.
        rooms.answer_fairly(Arc::new(BesideOthers { store: store.clone(), archive: archive.clone() }));
        let on = Foundation {
            config: &config,
            pairing: pairing.clone(),
            archive: archive.clone(),
            stopping: stopping.clone(),
        };
        let analyses = Analyses::start(&on).await?;
        let puzzles = PuzzleService::start(&on);
        let events = EventService::start(&on);
        let watching = Watching::new(rooms.clone(), store.clone());
        let chats = Chats::new(Arc::clone(&people), Some(Arc::new(events.all.clone())));
        if let Some(everybody) = membership.as_ref().and_then(Membership::everybody) {
            elsewhere::connect(&everybody, (&rooms, &personal, &chats)).await;
            analyses.share(&everybody).await;
            events.share(&everybody).await;
            let clock = Arc::clone(&people);
            puzzles.races.share(&everybody, move || clock.now()).await;
            elsewhere::share_who_is_here(&everybody, &people, stopping.clone()).await;
            watching.share(&everybody, stopping.clone()).await;
            lobby.share(&everybody);
        }
        let feeds = Arc::new(Feeds {
            timeline,
            owners: vec![
                Box::new(rooms.clone()),
                Box::new(lobby),
                Box::new(personal),
                Box::new(analyses.clone()),
                Box::new(events.topics.clone()),
                Box::new(chats.clone()),
            ],
        });
        let limits = &config.limits;
        let unlimited = &limits.unlimited_addresses;
        let creation_limit =
            Arc::new(AddressRate::new(limits.games_per_minute, limits.games_per_hour, unlimited));
        let guest_imports =
            DayQuota::new(limits.guest_import_bytes, limits.all_guest_import_bytes, unlimited);
        let board_checks = AddressRate::new(BOARD_CHECKS_A_MINUTE, BOARD_CHECKS_AN_HOUR, unlimited);
        let per_address = AddressLimit::for_connections(&config.limits);
        let turns = Turns::new(unlimited);
        let shares = Shares::new(half_of_the_cores(), unlimited);
        let painter = Painter::new(shares.clone(), unlimited);
        let (long_answers, programs) = (LongAnswers::new(unlimited), Programs::new(unlimited));
        let backups = backups::start(&config, stopping.clone());
        let readiness = Readiness::new(membership.as_ref().map(Membership::standing));
        let state = AppState {
            config,
            readiness,
            local_name: LocalName::default(),
            was_reached: AtomicBool::new(false),
            backups,
            local_address,
            archive,
            watching,
            store,
            rooms,
            entrance,
            people,
            feeds,
            chats,
            pairing,
            challenges,
            analyses,
            events,
            puzzles,
            bulk,
            conduct,
            devices,
            painter,
            creation_limit,
            guest_imports,
            board_checks,
            line_calls: RateLimit::new(LINE_CALLS_A_MINUTE, LINE_CALLS_AN_HOUR),
            engine_calls: RateLimit::new(ENGINE_CALLS_A_MINUTE, ENGINE_CALLS_AN_HOUR),
            per_address,
            turns,
            shares,
            long_answers,
            sockets_of: Tally::default(),
            online: Default::default(),
            programs,
            stop_asked: Arc::default(),
            stopping,
        };
        let app = App::from(state);
        // What links to this server begin with.
        let scheme = if app.config.https.is_some() { "https" } else { "http" };
        let here = || for_links(local_address, scheme);
        let address = app.config.public_url.as_ref().map_or_else(here, |url| url.origin().to_owned());
        let folder = app.config.control_folder.as_deref();
        let orders = app.events.operator();
        let operator = Operator::of(&app.people, address);
        let _control = people::control(folder, &app.people, operator, vec![Box::new(orders)]);
        Ok(Self { doors, app, stop, room_for_connections, membership, _bus: bus, _control })
    }

    /// The path of a link that makes whoever opens it an admin; `None` where there is one already. It is to be shown to
    /// whoever started the server, and to nobody else.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn first_admin(&self) -> Result<Option<String>, StorageError> {
        let people = &self.app.people;
        people::first_admin(&people.store, people.now()).await
    }

    /// Where it listens; tells the port where 0 was asked for.
    pub fn local_address(&self) -> SocketAddr {
        self.app.local_address
    }

    /// Where it listens for plain HTTP. The same address, unless the server speaks HTTPS itself.
    pub fn plain_address(&self) -> SocketAddr {
        self.doors.plain_address
    }

    /// What is known of the server's own certificate; `None` where it does not speak HTTPS itself.
    pub fn certificate(&self) -> Option<CertificateState> {
        self.doors.secure.as_ref().map(|door| door.keeper.state())
    }
}
