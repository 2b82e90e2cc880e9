// SPDX-License-Identifier: AGPL-3.0-or-later
//! Each of the hosts that a URL names, as if it named that one alone.

use tokio_postgres::{Config, config::Host};

/// PostgreSQL's own port.
const PORT: u16 = 5432;

/// The settings of each host, in the URL's order.
pub(super) fn each(config: &Config) -> Vec<Config> {
    (0..config.get_hosts().len()).map(|place| only(config, place)).collect()
}

/// Those of one host. The library can't take the others out of its settings, so all are set anew.
pub(super) fn only(config: &Config, place: usize) -> Config {
    let mut one = Config::new();
    if let Some(user) = config.get_user() {
        one.user(user);
    }
    if let Some(password) = config.get_password() {
        one.password(password);
    }
    if let Some(name) = config.get_dbname() {
        one.dbname(name);
    }
    if let Some(options) = config.get_options() {
        one.options(options);
    }
    if let Some(name) = config.get_application_name() {
        one.application_name(name);
    }
    if let Some(timeout) = config.get_connect_timeout() {
        one.connect_timeout(*timeout);
    }
    if let Some(timeout) = config.get_tcp_user_timeout() {
        one.tcp_user_timeout(*timeout);
    }
    if let Some(interval) = config.get_keepalives_interval() {
        one.keepalives_interval(interval);
    }
    if let Some(retries) = config.get_keepalives_retries() {
        one.keepalives_retries(retries);
    }
    one.keepalives(config.get_keepalives()).keepalives_idle(config.get_keepalives_idle());
    one.ssl_mode(config.get_ssl_mode()).ssl_negotiation(config.get_ssl_negotiation());
    one.channel_binding(config.get_channel_binding());
    one.target_session_attrs(config.get_target_session_attrs());
    one.load_balance_hosts(config.get_load_balance_hosts());
    match config.get_hosts().get(place) {
        Some(Host::Tcp(name)) => {
            one.host(name);
        }
        #[cfg(unix)]
        Some(Host::Unix(path)) => {
            one.host_path(path);
        }
        None => {}
    }
    if let Some(address) = config.get_hostaddrs().get(place) {
        one.hostaddr(*address);
    }
    // One port may stand for all hosts.
    if let Some(port) = config.get_ports().get(place).or(config.get_ports().first()) {
        one.port(*port);
    }
    one
}

/// Where the first host is, for people.
pub(super) fn name(config: &Config) -> String {
    let port = config.get_ports().first().unwrap_or(&PORT);
    match config.get_hosts().first() {
        Some(Host::Tcp(name)) => format!("{name}:{port}"),
        #[cfg(unix)]
        Some(Host::Unix(path)) => format!("{}:{port}", path.display()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DatabaseUrl;

    const OPTIONS: &str = "sslmode=require&options=-c%20x%3D1&application_name=me&connect_timeout=2&tcp_user_timeout=3\
         &keepalives=1&keepalives_idle=4&keepalives_interval=5&keepalives_retries=6&channel_binding=require\
         &target_session_attrs=read-write&load_balance_hosts=random&sslnegotiation=direct";

    #[test]
    fn no_setting_is_lost() {
        let config = |hosts: &str, addresses: &str| -> Config {
            let url = format!("postgres://ann:s3cr3t@{hosts}/games?hostaddr={addresses}&{OPTIONS}");
            url.parse().unwrap()
        };
        let both = config("a:5433,b:5434", "10.0.0.1,10.0.0.2");
        assert_eq!(each(&both), [config("a:5433", "10.0.0.1"), config("b:5434", "10.0.0.2")]);
        assert_eq!(name(&each(&both)[0]), "a:5433");
    }

    #[test]
    fn one_port_may_stand_for_all_hosts() {
        let url: DatabaseUrl = "postgres://ann@a,b/games".parse().unwrap();
        assert_eq!(each(url.config()).iter().map(name).collect::<Vec<_>>(), ["a:5432", "b:5432"]);
    }
}
