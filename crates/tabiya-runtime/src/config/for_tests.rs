// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a server is told in unit tests of crates above this one.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use super::{BuildInfo, Config, HostNames, Limits, Networks};

impl Config {
    /// The least that a server is told: no mail, one thread of each kind, small limits.
    pub fn for_tests() -> Self {
        let limits = Limits {
            unfinished_games: 10,
            games_per_minute: 10,
            games_per_hour: 10,
            guest_import_bytes: 0,
            all_guest_import_bytes: 0,
            analyses_per_day: 10,
            guest_analyses_per_day: 10,
            connections: None,
            connections_per_address: 10,
            sockets_per_guest: 10,
            handshake: Duration::from_secs(1),
            handshakes_per_minute: 10,
            message_burst: 10,
            messages_per_second: 10,
            absence: None,
            unlimited_addresses: Networks::default(),
        };
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            local_name: false,
            keep_awake: false,
            https: None,
            public_url: None,
            allowed_hosts: HostNames::default(),
            trusted_proxies: Networks::default(),
            metrics_addresses: Networks::default(),
            build: BuildInfo { version: "0", commit: "", source_archive: &[], licences: "" },
            computer_threads: 1,
            analysis_threads: 1,
            analysis_nodes: 100,
            source_url: None,
            limits,
            control_folder: None,
            database: None,
            backup_folder: None,
            event_copies: None,
            push: None,
            staff_second_factor: false,
            watch_delay_moves: 0,
            watch_delay: Duration::ZERO,
            mail: None,
            settings: Vec::new(),
            shared_database: false,
            node: None,
            stop_notice: Duration::ZERO,
        }
    }
}
