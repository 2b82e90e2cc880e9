// SPDX-License-Identifier: AGPL-3.0-or-later
//! The database's clock, set wrong for the nodes alone.
//!
//! Nodes read it by `clock_timestamp()`, and PostgreSQL finds a function of this name in a schema that is searched before its own. So
//! nothing needs the rights or the libraries with which a machine's clock is set.

use tabiya_store::conformance::postgres::Cluster;

/// Makes the clock of a database one that can be set. Only connections that begin later see it.
pub(super) fn make_settable(postgres: &Cluster, database: &str) {
    let sql = format!(
        "CREATE SCHEMA clock; CREATE TABLE clock.off (seconds BIGINT); INSERT INTO clock.off VALUES (0);
         CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
         'SELECT pg_catalog.clock_timestamp() + seconds * interval ''1 second'' FROM clock.off';
         ALTER DATABASE {database} SET search_path = public, pg_catalog"
    );
    postgres.sql(database, &sql);
}

/// The SQL that sets it ahead by so many seconds, or back.
pub(super) fn set(seconds: i64) -> String {
    format!("UPDATE clock.off SET seconds = {seconds}")
}
