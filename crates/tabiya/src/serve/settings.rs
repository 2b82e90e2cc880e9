// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every setting of the server: its name, what it does, and what it is where nobody says anything.
//!
//! This is the one place. The flags, the variables, the keys of the file, `--help`, `--print-config` and the
//! table in `docs/configuration.md` are all made from it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context, bail};
use tabiya_server::{
    Config, HostNames, Limits, MailConfig, MailServer, Networks, PublicUrl, PushServices, Sender, everywhere,
    everywhere_of_both,
};
use tabiya_store::NodeName;
use tracing_subscriber::filter::Targets;

use super::https::{HttpsWish, directory, email};
use crate::about;
use crate::first_backup::{beside, usual_folder};
use crate::limits::MAX_THREADS;

/// This machine, and the ranges that are never routed on the internet (RFC 1918, 3927, 4193, 4291 and 6598).
const LOOPBACK_AND_PRIVATE: &str = "127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, \
                                    169.254.0.0/16, 100.64.0.0/10, fc00::/7, fe80::/10";

/// Where the server listens if nobody says anything.
const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Settings {
    /// Address and port; 0.0.0.0 lets others on the network in, port 0 takes a free one [default: 127.0.0.1:8080; with the name of
    /// a site in `https` port 80 of all addresses]
    #[arg(long, visible_alias = "listen-http", env = "TABIYA_LISTEN", value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Whether the network is let in: --lan listens on all addresses of this machine, at the port of `listen`
    #[arg(
        long,
        env = "TABIYA_LAN",
        value_name = "ON|OFF",
        num_args = 0..=1,
        default_value = "off",
        default_missing_value = "on",
        value_enum
    )]
    pub(crate) lan: OnOff,
    /// Whether the network that --lan lets in may also call this server tabiya.local (mDNS), or tabiya-2.local if there is one already
    #[arg(long, env = "TABIYA_MDNS", value_name = "ON|OFF", default_value = "on", value_enum)]
    pub(crate) mdns: OnOff,
    /// Whether this machine is kept from going to sleep by itself while a game or an event's round is played [default: on with --lan, else
    /// off]
    #[arg(long, env = "TABIYA_KEEP_AWAKE", value_name = "ON|OFF", value_enum)]
    pub(crate) keep_awake: Option<OnOff>,
    /// Folder of the games; created where it is missing
    #[arg(
        long,
        visible_alias = "data",
        env = "TABIYA_DATA_FOLDER",
        value_name = "FOLDER",
        default_value = "./data"
    )]
    pub(crate) data_folder: PathBuf,
    /// PostgreSQL database of the games, as `postgres://user@host/database`, in place of the folder; a URL with a password
    /// belongs into the environment or the file
    #[arg(long, env = "TABIYA_DATABASE", value_name = "URL", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// File in which that URL stands, such as one of systemd's credentials
    #[arg(long, env = "TABIYA_DATABASE_FILE", value_name = "FILE")]
    pub(crate) database_file: Option<PathBuf>,
    /// Name under which this server shares the database with others, each of which has a name of its own; see `docs/clustering.md`
    #[arg(long, env = "TABIYA_NODE", value_name = "NAME")]
    pub(crate) node: Option<NodeName>,
    /// NATS servers by which the servers of one site speak to each other, as `nats://host:4222`, several joined by commas; needs
    /// the database; a URL with a password belongs into the environment or the file
    #[arg(long, env = "TABIYA_BUS", value_name = "URL", hide_env_values = true)]
    pub(crate) bus: Option<String>,
    /// File in which these addresses stand, such as one of systemd's credentials
    #[arg(long, env = "TABIYA_BUS_FILE", value_name = "FILE")]
    pub(crate) bus_file: Option<PathBuf>,
    /// Seconds for which the server goes on after it was told to stop, while /healthz answers 503, so that a proxy sends nobody more to
    /// it; told once more it stops at once [default: 5 with `bus`, else 0]
    #[arg(long, env = "TABIYA_STOP_NOTICE", value_name = "SECONDS")]
    pub(crate) stop_notice: Option<u32>,
    /// Whether a backup of the data is made every day; seven daily and four weekly ones are kept
    #[arg(long, env = "TABIYA_BACKUPS", value_name = "ON|OFF", default_value = "on", value_enum)]
    pub(crate) backups: OnOff,
    /// Folder of these backups, best on another disk [default: `backups` beside the data folder]
    #[arg(long, env = "TABIYA_BACKUP_FOLDER", value_name = "FOLDER")]
    pub(crate) backup_folder: Option<PathBuf>,
    /// Folder on a USB stick or another computer into which an event is copied after each of its entries; it must exist [default: none]
    #[arg(long, env = "TABIYA_EVENT_COPIES", value_name = "FOLDER")]
    pub(crate) event_copies: Option<PathBuf>,
    /// Name for which the server speaks HTTPS itself, such as chess.example, or self-signed for a network without names; plain HTTP
    /// leads there
    #[arg(long, env = "TABIYA_HTTPS", value_name = "NAME|self-signed")]
    pub(crate) https: Option<HttpsWish>,
    /// Address and port of HTTPS [default: port 443, with self-signed 8443, of the address of `listen`]
    #[arg(long, env = "TABIYA_LISTEN_HTTPS", value_name = "ADDRESS")]
    pub(crate) listen_https: Option<SocketAddr>,
    /// Your e-mail address, to which the authority writes if something is wrong with the certificate; with it the server gets one
    /// from Let's Encrypt and renews it, and you agree to the authority's terms
    #[arg(long, env = "TABIYA_ACME_EMAIL", value_name = "ADDRESS", value_parser = email)]
    pub(crate) acme_email: Option<String>,
    /// Whether certificates come from Let's Encrypt's staging, for trials: browsers don't take them, and no limit is used up
    #[arg(
        long,
        env = "TABIYA_ACME_STAGING",
        value_name = "ON|OFF",
        num_args = 0..=1,
        default_value = "off",
        default_missing_value = "on",
        value_enum
    )]
    pub(crate) acme_staging: OnOff,
    /// Directory of another authority that speaks ACME (RFC 8555), in place of Let's Encrypt
    #[arg(long, env = "TABIYA_ACME_DIRECTORY", value_name = "URL", value_parser = directory)]
    pub(crate) acme_directory: Option<String>,
    /// File of certificates, in PEM, by which that authority is known, if it is one of your own
    #[arg(long, env = "TABIYA_ACME_ROOT", value_name = "FILE")]
    pub(crate) acme_root: Option<PathBuf>,
    /// File of a certificate of your own, in PEM, with those of the authorities behind it; read again when it changes
    #[arg(long, env = "TABIYA_TLS_CERT", value_name = "FILE")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// File of its private key, in PEM
    #[arg(long, env = "TABIYA_TLS_KEY", value_name = "FILE")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Address under which players reach the server, such as `https://chess.example`; needed behind a proxy
    #[arg(long, env = "TABIYA_PUBLIC_URL", value_name = "URL")]
    pub(crate) public_url: Option<PublicUrl>,
    /// More names under which the server may be called, such as chess.example or *.chess.example; local names and addresses
    /// need not be named
    #[arg(long, env = "TABIYA_ALLOWED_HOSTS", value_name = "NAMES", default_value = "")]
    pub(crate) allowed_hosts: HostNames,
    /// Proxies in front of the server, such as 127.0.0.1; what they say in X-Forwarded-For is believed
    #[arg(long, env = "TABIYA_TRUSTED_PROXIES", value_name = "NETWORKS", default_value = "")]
    pub(crate) trusted_proxies: Networks,
    /// Whether players can have their move and challenges pushed to their devices, by the services of the browsers' makers; needs HTTPS
    #[arg(long, env = "TABIYA_PUSH", value_name = "ON|OFF", default_value = "on", value_enum)]
    pub(crate) push: OnOff,
    /// Networks in which such a service may be, beside the internet
    #[arg(long, env = "TABIYA_PUSH_ADDRESSES", value_name = "NETWORKS", default_value = "")]
    pub(crate) push_addresses: Networks,
    /// File of certificates, in PEM, by which such services are known, if they are your own
    #[arg(long, env = "TABIYA_PUSH_ROOT", value_name = "FILE")]
    pub(crate) push_root: Option<PathBuf>,
    /// Who may read /metrics
    #[arg(long, env = "TABIYA_METRICS_ADDRESSES", value_name = "NETWORKS", default_value = LOOPBACK_AND_PRIVATE)]
    pub(crate) metrics_addresses: Networks,
    /// Where the "Source" link leads, if you run a changed Tabiya and publish its source elsewhere
    #[arg(long, env = "TABIYA_SOURCE_URL", value_name = "URL")]
    pub(crate) source_url: Option<String>,
    /// How much is logged: off, error, warn, info, debug or trace
    #[arg(long, env = "TABIYA_LOG", value_name = "LEVEL", default_value = "info", value_parser = log_filter)]
    pub(crate) log: String,
    /// Threads that serve players [default: one a core]
    #[arg(long, env = "TABIYA_THREADS", value_name = "N", value_parser = threads())]
    pub(crate) threads: Option<u32>,
    /// Threads that think for the computer [default: half of the cores]
    #[arg(long, env = "TABIYA_COMPUTER_THREADS", value_name = "N", value_parser = threads())]
    pub(crate) computer_threads: Option<u32>,
    /// Threads that analyse finished games, at low priority [default: half of the processor cores]
    #[arg(long, env = "TABIYA_ANALYSIS_THREADS", value_name = "N", value_parser = threads())]
    pub(crate) analysis_threads: Option<u32>,
    /// Positions that the engine looks at for each position of an analysed game; more takes longer and finds more
    #[arg(long, env = "TABIYA_ANALYSIS_NODES", value_name = "N", default_value = "300000", value_parser = at_least_one())]
    pub(crate) analysis_nodes: u32,
    /// Unfinished games that one player may have
    #[arg(long, env = "TABIYA_MAX_UNFINISHED_GAMES", value_name = "N", default_value = "50", value_parser = at_least_one())]
    pub(crate) max_unfinished_games: u32,
    /// Games that one guest, or one address, may begin in a minute; private addresses and this machine: ten times as many
    #[arg(long, env = "TABIYA_MAX_GAMES_PER_MINUTE", value_name = "N", default_value = "60", value_parser = at_least_one())]
    pub(crate) max_games_per_minute: u32,
    /// Games that one guest, or one address, may begin in an hour; private addresses and this machine: ten times as many
    #[arg(long, env = "TABIYA_MAX_GAMES_PER_HOUR", value_name = "N", default_value = "600", value_parser = at_least_one())]
    pub(crate) max_games_per_hour: u32,
    /// KiB of games from elsewhere and of two players at one screen, as they are stored, that guests of one address may
    /// bring in a day (UTC); private addresses and this machine: ten times as many
    #[arg(long, env = "TABIYA_MAX_GUEST_IMPORT_KIB", value_name = "KIB", default_value = "4096", value_parser = at_least_one())]
    pub(crate) max_guest_import_kib: u32,
    /// KiB of such games that all guests together may bring in a day; the last quarter is kept for networks that bring little
    #[arg(long, env = "TABIYA_MAX_ALL_GUEST_IMPORT_KIB", value_name = "KIB", default_value = "262144", value_parser = at_least_one())]
    pub(crate) max_all_guest_import_kib: u32,
    /// Games that one player with an account may have analysed in a day
    #[arg(long, env = "TABIYA_MAX_ANALYSES_PER_DAY", value_name = "N", default_value = "40")]
    pub(crate) max_analyses_per_day: u32,
    /// Games that guests of one address may have analysed in a day; private addresses ten times as many, all guests together a
    /// hundred times
    #[arg(long, env = "TABIYA_MAX_GUEST_ANALYSES_PER_DAY", value_name = "N", default_value = "5")]
    pub(crate) max_guest_analyses_per_day: u32,
    /// Connections that there may be [default: what the limit of open files allows]
    #[arg(long, env = "TABIYA_MAX_CONNECTIONS", value_name = "N", value_parser = at_least_one())]
    pub(crate) max_connections: Option<u32>,
    /// Connections that one address may hold or, where it comes by a proxy, sockets; private addresses and this machine: ten
    /// times as many
    #[arg(long, env = "TABIYA_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N", default_value = "1000", value_parser = at_least_one())]
    pub(crate) max_connections_per_address: u32,
    /// Sockets that one player may hold
    #[arg(long, env = "TABIYA_MAX_SOCKETS_PER_GUEST", value_name = "N", default_value = "100", value_parser = at_least_one())]
    pub(crate) max_sockets_per_guest: u32,
    /// Seconds that a connection may take to say what it wants
    #[arg(long, env = "TABIYA_HANDSHAKE_TIMEOUT", value_name = "SECONDS", default_value = "5", value_parser = at_least_one())]
    pub(crate) handshake_timeout: u32,
    /// Connections by HTTPS that one address may begin in a minute; private addresses ten times as many
    #[arg(long, env = "TABIYA_MAX_HANDSHAKES_PER_MINUTE", value_name = "N", default_value = "600", value_parser = at_least_one())]
    pub(crate) max_handshakes_per_minute: u32,
    /// Messages that one socket may send at once
    #[arg(long, env = "TABIYA_MESSAGE_BURST", value_name = "N", default_value = "40", value_parser = at_least_one())]
    pub(crate) message_burst: u32,
    /// Messages a second that one socket may send in the long run
    #[arg(long, env = "TABIYA_MESSAGES_PER_SECOND", value_name = "N", default_value = "8", value_parser = at_least_one())]
    pub(crate) messages_per_second: u32,
    /// Seconds that a player may be away on their turn before the opponent may claim the game [default: 10 to 60, by
    /// the game's speed]
    #[arg(long, env = "TABIYA_ABSENCE_SECONDS", value_name = "N", value_parser = at_least_one())]
    pub(crate) absence_seconds: Option<u32>,
    /// Addresses to which no limit per address applies, such as that of a classroom
    #[arg(long, env = "TABIYA_UNLIMITED_ADDRESSES", value_name = "NETWORKS", default_value = "")]
    pub(crate) unlimited_addresses: Networks,
    /// Half-moves by which those who don't play see a running game late, on pages, sockets and calls alike
    #[arg(long, env = "TABIYA_WATCH_DELAY_MOVES", value_name = "N", default_value = "0")]
    pub(crate) watch_delay_moves: u32,
    /// Seconds by which those who don't play see a game late
    #[arg(long, env = "TABIYA_WATCH_DELAY_SECONDS", value_name = "N", default_value = "0")]
    pub(crate) watch_delay_seconds: u32,
    /// Whether staff must have a second factor to use the desk; off leaves it to each of them
    #[arg(long, env = "TABIYA_STAFF_TOTP", value_name = "ON|OFF", default_value = "on", value_enum)]
    pub(crate) staff_totp: OnOff,
    /// Mail server for confirmed addresses, forgotten passwords and reminders: `smtps://mail.example.org` (TLS, port 465),
    /// `smtp://mail.example.org` (STARTTLS, port 587) or, on this machine alone, `smtp+plain://localhost`; needs the public
    /// URL
    #[arg(long, env = "TABIYA_SMTP_SERVER", value_name = "URL")]
    pub(crate) smtp_server: Option<MailServer>,
    /// Who the mail is from, such as `Chess club <chess@example.org>`
    #[arg(long, env = "TABIYA_SMTP_FROM", value_name = "ADDRESS", value_parser = sender)]
    pub(crate) smtp_from: Option<Sender>,
    /// Name by which to log in to the mail server
    #[arg(long, env = "TABIYA_SMTP_USER", value_name = "NAME")]
    pub(crate) smtp_user: Option<String>,
    /// Its password; belongs into the environment or the file
    #[arg(long, env = "TABIYA_SMTP_PASSWORD", value_name = "PASSWORD", hide_env_values = true)]
    pub(crate) smtp_password: Option<String>,
    /// File in which that password stands, such as one of systemd's credentials
    #[arg(long, env = "TABIYA_SMTP_PASSWORD_FILE", value_name = "FILE")]
    pub(crate) smtp_password_file: Option<PathBuf>,
}

/// A switch.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnOff {
    /// On.
    On,
    /// Off.
    Off,
}

impl Settings {
    /// Threads that serve players.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, |threads| threads as usize)
    }

    /// The address to listen on for plain HTTP. One that names a network already stays as it is.
    pub(crate) fn listening(&self) -> SocketAddr {
        match (self.listen, &self.https) {
            (Some(address), _) => self.opened(address),
            (None, Some(HttpsWish::Name(_))) => SocketAddr::new(everywhere_of_both(), 80),
            (None, Some(HttpsWish::SelfSigned) | None) => self.opened(USUAL),
        }
    }

    /// The address, or all addresses of this machine if it is for this computer alone and the network is let in. On a machine without
    /// IPv6 all of IPv6, with which all of IPv4 comes along, is all of IPv4 alone.
    pub(super) fn opened(&self, address: SocketAddr) -> SocketAddr {
        if address.ip() == Ipv6Addr::UNSPECIFIED {
            return SocketAddr::new(everywhere_of_both(), address.port());
        }
        if self.lan == OnOff::On && address.ip().is_loopback() {
            return SocketAddr::new(everywhere(), address.port());
        }
        address
    }

    /// The name under which this server shares the database; `None` where it has a folder for itself.
    pub(crate) fn node(&self) -> Option<NodeName> {
        self.node.clone().filter(|_| self.database.is_some())
    }

    /// How long the server goes on after it was told to stop, in seconds: only with several behind a proxy somebody waits for it.
    fn stop_notice(&self) -> u32 {
        self.stop_notice.unwrap_or(if self.bus.is_some() { 5 } else { 0 })
    }

    /// The folder of the daily backups; `None` where none are made.
    pub(crate) fn daily_backups(&self) -> Option<PathBuf> {
        if self.backups == OnOff::Off {
            return None;
        }
        match (&self.database, &self.backup_folder) {
            (_, Some(named)) => Some(named.clone()),
            (None, None) => usual_folder(&self.data_folder),
            // Of several nodes, those that are told where make backups: one is enough.
            (Some(_), None) if self.node.is_some() => None,
            (Some(_), None) => Some(beside(&self.data_folder)),
        }
    }

    /// # Errors
    /// Where settings don't go together.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        Ok(Config {
            listen: self.listening(),
            local_name: self.lan == OnOff::On && self.mdns == OnOff::On,
            keep_awake: self.keep_awake.unwrap_or(self.lan) == OnOff::On,
            https: self.https()?,
            public_url: self.site_url()?,
            allowed_hosts: self.allowed_hosts.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            metrics_addresses: self.metrics_addresses.clone(),
            push: self.push_services(),
            build: about::build(),
            computer_threads: self.computer_threads.map_or((cores() / 2).max(1), |threads| threads as usize),
            analysis_threads: self.analysis_threads.map_or((cores() / 2).max(1), |threads| threads as usize),
            analysis_nodes: self.analysis_nodes.into(),
            source_url: self.source_url.clone(),
            control_folder: self.database.is_none().then(|| self.data_folder.clone()),
            database: self.database.as_deref().map(str::parse).transpose()?,
            backup_folder: self.daily_backups(),
            event_copies: self.event_copies.clone(),
            settings: Vec::new(),
            shared_database: self.database.is_some(),
            node: self.node(),
            stop_notice: Duration::from_secs(self.stop_notice().into()),
            watch_delay_moves: self.watch_delay_moves,
            watch_delay: Duration::from_secs(self.watch_delay_seconds.into()),
            staff_second_factor: self.staff_totp == OnOff::On,
            mail: self.mail()?,
            limits: Limits {
                unfinished_games: self.max_unfinished_games as usize,
                games_per_minute: self.max_games_per_minute,
                games_per_hour: self.max_games_per_hour,
                guest_import_bytes: u64::from(self.max_guest_import_kib) * 1024,
                all_guest_import_bytes: u64::from(self.max_all_guest_import_kib) * 1024,
                analyses_per_day: self.max_analyses_per_day,
                guest_analyses_per_day: self.max_guest_analyses_per_day,
                connections: self.max_connections.map(|most| most as usize),
                connections_per_address: self.max_connections_per_address,
                sockets_per_guest: self.max_sockets_per_guest,
                handshake: Duration::from_secs(self.handshake_timeout.into()),
                handshakes_per_minute: self.max_handshakes_per_minute,
                message_burst: self.message_burst,
                messages_per_second: self.messages_per_second,
                absence: self.absence_seconds.map(|seconds| Duration::from_secs(seconds.into())),
                unlimited_addresses: self.unlimited_addresses.clone(),
            },
        })
    }
}

impl Settings {
    fn push_services(&self) -> Option<PushServices> {
        let (addresses, root) = (self.push_addresses.clone(), self.push_root.clone());
        (self.push == OnOff::On).then_some(PushServices { addresses, root })
    }

    /// Checked here and not by clap, for which what a file says is a default, and a default is not given.
    pub(crate) fn mail(&self) -> anyhow::Result<Option<MailConfig>> {
        let Some(server) = self.smtp_server.clone() else { return Ok(None) };
        let from = self.smtp_from.clone().context("smtp-server needs smtp-from: who the mail is from")?;
        let server = match (&self.smtp_user, &self.smtp_password) {
            (Some(user), Some(password)) => server.with_login(user.clone(), password.clone()),
            (None, None) => server,
            (Some(_), None) => bail!("smtp-user needs smtp-password"),
            (None, Some(_)) => bail!("smtp-password needs smtp-user"),
        };
        Ok(Some(MailConfig { server, from }))
    }
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

fn at_least_one() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

/// More threads than this are a slip, and the system would refuse them one by one.
fn threads() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=MAX_THREADS)
}

fn sender(text: &str) -> Result<Sender, String> {
    let wrong = |_| {
        format!(
            "expected an address such as chess@example.org or Chess club <chess@example.org>, found {text:?}"
        )
    };
    text.parse().map_err(wrong)
}

/// A level, or levels of single modules: `warn,tabiya_live=debug`. Each is checked here, because `Targets` reads an unknown level,
/// such as `warning`, as the name of a module, and then nothing else is logged.
fn log_filter(text: &str) -> Result<String, String> {
    const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];
    for directive in text.split(',').map(str::trim) {
        let level = directive.rsplit_once('=').map_or(directive, |(_, level)| level);
        if !LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level)) {
            return Err(format!(
                "{level:?} is no level; the levels are error, warn, info, debug, trace and off, alone or as in \
                 warn,tabiya_live=debug"
            ));
        }
    }
    let text = text.replace(' ', "");
    text.parse::<Targets>().map(|_| text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches};

    use super::*;

    fn settings(flags: &[&str]) -> Settings {
        let arguments = [&["serve"], flags].concat();
        let matches = Settings::augment_args(Command::new("serve")).get_matches_from(arguments);
        Settings::from_arg_matches(&matches).expect("flags that are settings")
    }

    fn listening(flags: &[&str]) -> SocketAddr {
        settings(flags).listening()
    }

    #[test]
    fn a_database_is_backed_up_beside_where_the_data_would_be_and_of_nodes_where_one_is_told_to() {
        let database = ["--database", "postgres://db/chess", "--data", "/srv/chess/data"];
        let backups = |more: &[&str]| settings(&[&database, more].concat()).daily_backups();
        assert_eq!(backups(&[]), Some(PathBuf::from("/srv/chess/backups")));
        assert_eq!(backups(&["--backups", "off"]), None);
        assert_eq!(backups(&["--node", "one"]), None, "each node would make the same");
        let named = backups(&["--node", "one", "--backup-folder", "/mnt/backups"]);
        assert_eq!(named, Some(PathBuf::from("/mnt/backups")));
    }

    #[test]
    fn lan_opens_what_was_for_this_computer_alone() {
        assert!(listening(&[]).ip().is_loopback());
        assert!(listening(&["--lan=off"]).ip().is_loopback());
        for flags in
            [&["--lan", "--listen", "127.0.0.1:9000"][..], &["--listen", "127.0.0.1:9000", "--lan", "on"]]
        {
            let open = listening(flags);
            assert!(open.ip().is_unspecified() && open.port() == 9000, "{open}");
        }
        // As the package's settings have it. Both families come in, or the one that the machine has.
        assert_eq!(listening(&["--listen", "[::]:80"]), SocketAddr::new(everywhere_of_both(), 80));
        // What was named is meant.
        assert_eq!(listening(&["--lan", "--listen", "192.168.0.7:80"]).to_string(), "192.168.0.7:80");
    }
}
