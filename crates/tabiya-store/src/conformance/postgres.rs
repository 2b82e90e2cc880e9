// SPDX-License-Identifier: AGPL-3.0-or-later
//! A PostgreSQL server for tests: the system's installation with a temporary data folder, removed when the
//! test ends.
//!
//! Its databases use a language's collation (ICU's English) and not `C`. So a test fails if a comparison of
//! text does not ask for byte order. PostgreSQL refuses to run as root, so root runs it as the user
//! `postgres` or `nobody`.

#![allow(clippy::unwrap_used, reason = "these are tests")]
#![allow(clippy::print_stderr, reason = "a test that is left out must say so")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread::sleep,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// How long the server may take to start.
const START: Duration = Duration::from_secs(60);

/// How long the server may take to end. It kills its own processes after five seconds.
const END: Duration = Duration::from_secs(10);

/// A running server.
pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    process: Child,
    port: u16,
    databases: AtomicU32,
    /// Those that nobody needs any more.
    spent: Mutex<Vec<String>>,
    /// What new databases are copies of, as `CREATE DATABASE` takes it.
    template: String,
}

impl Cluster {
    /// Starts a server. Without PostgreSQL it prints a message and returns `None`.
    pub fn start() -> Option<Self> {
        Self::start_with(|_| Vec::new())
    }

    /// Starts a server with these settings. They may name files that `prepare` puts in its folder.
    pub fn start_with(prepare: impl FnOnce(&Path) -> Vec<String>) -> Option<Self> {
        Self::start_in(&std::env::temp_dir(), prepare)
    }

    /// The same with its own folder inside this one, which may be a disk of its own.
    pub fn start_in(parent: &Path, prepare: impl FnOnce(&Path) -> Vec<String>) -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("NOT TESTED: there is no PostgreSQL here; install the package postgresql");
            return None;
        };
        let folder = TempDir::with_prefix_in("tabiya-pg", parent).unwrap();
        give_away(folder.path());
        let data = folder.path().join("data");
        NEW.iter().for_each(|file| file.write(&data));
        let settings = prepare(folder.path());
        for file in fs::read_dir(folder.path()).unwrap() {
            give_away(&file.unwrap().path());
        }
        // Little is kept for a crash: a run creates hundreds of databases, each of which is written to this log.
        let mut all = "fsync = off\nmax_wal_size = 64MB\nunix_socket_directories = '.'\n".to_owned();
        // What processes share stays in this folder: a server that was killed leaves it in the machine's memory otherwise.
        all.push_str("dynamic_shared_memory_type = mmap\n");
        all = all.replace("'.'", &format!("'{}'", folder.path().display()));
        for setting in &settings {
            all.push_str(setting);
            all.push('\n');
        }
        let file = data.join("postgresql.conf");
        let before = fs::read_to_string(&file).unwrap();
        fs::write(&file, before + &all).unwrap();
        let port =
            settings.iter().find_map(|setting| setting.strip_prefix("port = ")?.parse().ok()).unwrap_or(5432);
        if !settings.iter().any(|setting| setting.starts_with("listen_addresses")) {
            let before = fs::read_to_string(&file).unwrap();
            fs::write(&file, before + "listen_addresses = ''\n").unwrap();
        }
        let process = spawn(&programs, folder.path());
        let cluster = Self {
            folder,
            programs,
            process,
            port,
            databases: AtomicU32::new(0),
            spent: Mutex::default(),
            template: "template1".to_owned(),
        };
        cluster.wait();
        Some(cluster)
    }

    /// From now on new databases are copies of this one, to which nobody may be connected: copying tables takes a small part
    /// of the time that making them takes.
    pub fn copies(&mut self, database: String) {
        // Since version 15 a copy goes through the log of changes, page by page. Copying files takes a quarter less.
        let version: u32 = self.sql("postgres", "SHOW server_version_num").parse().unwrap();
        let strategy = if version < 150_000 { "" } else { " STRATEGY file_copy" };
        self.template = database + strategy;
    }

    /// Creates a database. Returns its name. Those that were given back are deleted first.
    pub fn database(&self) -> String {
        let name = format!("tabiya{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let spent = std::mem::take(&mut *self.spent.lock().unwrap());
        let mut sql: Vec<String> =
            spent.iter().map(|name| format!("DROP DATABASE {name} WITH (FORCE)")).collect();
        sql.push(format!("CREATE DATABASE {name} TEMPLATE {}", self.template));
        self.run("postgres", &sql);
        name
    }

    /// Takes a database back that nobody needs any more: each holds ten megabytes of disk.
    pub fn give_back(&self, database: &str) {
        self.spent.lock().unwrap().push(database.to_owned());
    }

    /// The URL of a database, over the server's Unix socket.
    pub fn url(&self, database: &str) -> String {
        let host = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{host}:{}/{database}", self.port)
    }

    /// The server's port, for servers that listen on an address.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The server's data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs SQL. Returns the rows as text.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        self.run(database, &[sql])
    }

    /// Runs statements, each in a transaction of its own. Returns their rows as text.
    fn run<S: AsRef<str>>(&self, database: &str, sql: &[S]) -> String {
        let done = self.psql(database, sql);
        let all: Vec<&str> = sql.iter().map(AsRef::as_ref).collect();
        assert!(done.status.success(), "{}: {}", all.join("; "), String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    fn psql<S: AsRef<str>>(&self, database: &str, sql: &[S]) -> std::process::Output {
        // Whoever runs the tests may connect. Starting it as another user would be slower: this process's page tables are copied first.
        let mut psql = Command::new(self.programs.join("psql"));
        psql.current_dir(self.folder.path()).env("LC_ALL", "C.UTF-8");
        psql.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-p", &self.port.to_string()]);
        psql.args(["-d", database]).arg("-h").arg(self.folder.path());
        psql.args(sql.iter().flat_map(|statement| ["-c", statement.as_ref()]));
        psql.output().unwrap()
    }

    /// Brings what `pg_dump` has written into an empty database.
    pub fn restore(&self, database: &str, file: &Path) {
        let mut restore = command(&self.programs, "pg_restore", self.folder.path());
        restore.args(["-U", "postgres", "-p", &self.port.to_string(), "-d", database]);
        restore.arg("-h").arg(self.folder.path());
        // The server's user may not read the file.
        let done = restore.stdin(fs::File::open(file).unwrap()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// Kills every process of the server at once, as `kill -9` does.
    pub fn kill(&mut self) {
        let children = self.sql("postgres", "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        for child in children.lines() {
            // Processes that noticed the end themselves are gone already.
            let _ = Command::new("kill").args(["-9", child]).stderr(Stdio::null()).status();
        }
    }

    /// Begins new files of the write-ahead log until the disk has no room for another one: PostgreSQL does not survive that.
    pub fn fill_log(&mut self) {
        let began = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < START, "the disk has room for the write-ahead log");
            // The answer is lost with the server.
            self.psql(
                "postgres",
                &["SELECT pg_logical_emit_message(true, '', '')", "SELECT pg_switch_wal()"],
            );
        }
    }

    /// Starts it again after its end.
    pub fn start_again(&mut self) {
        let started = Instant::now();
        // A process of the server before may still hold its shared memory.
        while !self.try_to_start() {
            assert!(started.elapsed() < START, "the server does not start again");
            sleep(Duration::from_millis(200));
        }
    }

    /// Starts it after its end. Returns whether it takes connections; if not, it has ended again.
    pub fn try_to_start(&mut self) -> bool {
        let started = Instant::now();
        self.process = spawn(&self.programs, self.folder.path());
        while self.process.try_wait().unwrap().is_none() {
            if self.is_ready() {
                return true;
            }
            assert!(started.elapsed() < START, "the server neither starts nor ends");
            sleep(Duration::from_millis(10));
        }
        false
    }

    /// Copies the data folder of a server that was [killed](Self::kill), as some make their backups.
    pub fn copy_data(&self) {
        let copied = Command::new("cp").args(["-a", "data", "copy"]).current_dir(self.folder.path()).status();
        assert!(copied.unwrap().success(), "the data can be copied");
    }

    /// Puts that copy in the place of the data of a server that was [killed](Self::kill).
    pub fn restore_data(&self) {
        free_memory(self.folder.path());
        fs::remove_dir_all(self.folder.path().join("data")).unwrap();
        fs::rename(self.folder.path().join("copy"), self.folder.path().join("data")).unwrap();
    }

    /// The number of its shared memory. `None` after an orderly end.
    pub fn shared_memory(&self) -> Option<String> {
        shared_memory(self.folder.path())
    }

    fn wait(&self) {
        let started = Instant::now();
        while !self.is_ready() {
            let log = || fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            assert!(started.elapsed() < START, "PostgreSQL does not start: {}", log());
            sleep(Duration::from_millis(10));
        }
    }

    /// Whether this very process has written that it takes connections. To ask it by `psql` again and again costs more than its
    /// start.
    fn is_ready(&self) -> bool {
        let said = fs::read_to_string(self.folder.path().join("data/postmaster.pid")).unwrap_or_default();
        let mut lines = said.lines();
        lines.next() == Some(&self.process.id().to_string())
            && lines.next_back().is_some_and(|state| state.trim_end() == "ready")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        end(&mut self.process, self.folder.path());
    }
}

/// Ends a server at once, without saving anything, because its folder is removed afterwards. It is not killed: that would leave a piece
/// of shared memory behind, and after some thousand pieces no PostgreSQL starts on the machine any more.
pub fn end(process: &mut Child, folder: &Path) {
    let began = Instant::now();
    if matches!(process.try_wait(), Ok(None)) {
        let _ = Command::new("kill").args(["-QUIT", &process.id().to_string()]).status();
    }
    while matches!(process.try_wait(), Ok(None)) && began.elapsed() < END {
        sleep(Duration::from_millis(5));
    }
    let _ = process.kill();
    let _ = process.wait();
    free_memory(folder);
}

/// Removes what a server that was killed has left in memory, before its data go that tell where it is.
fn free_memory(folder: &Path) {
    if let Some(memory) = shared_memory(folder) {
        let _ = Command::new("ipcrm").args(["-m", &memory]).status();
    }
}

/// The number of the shared memory that keeps a second server off the data in this folder. `None` after an orderly end.
fn shared_memory(folder: &Path) -> Option<String> {
    let file = fs::read_to_string(folder.join("data/postmaster.pid")).ok()?;
    Some(file.lines().nth(6)?.split_whitespace().nth(1)?.to_owned())
}

/// A file or a folder of a server's data, by its place in there.
struct Entry {
    place: PathBuf,
    /// What a file holds; `None` for a folder.
    bytes: Option<Vec<u8>>,
}

impl Entry {
    /// Puts it into a data folder, as the server's user.
    fn write(&self, data: &Path) {
        let path = data.join(&self.place);
        match &self.bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::create_dir(&path).unwrap(),
        }
        allow_its_user_alone(&path);
        give_away(&path);
    }
}

/// What a new server's data folder holds. Making it takes a second of the processor, so that each program of tests does it
/// once, and each of its servers begins with a copy.
static NEW: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let programs = programs().unwrap();
    let folder = TempDir::with_prefix("tabiya-pg").unwrap();
    give_away(folder.path());
    let data = folder.path().join("data");
    let initdb = |locale: &[&str]| {
        let mut initdb = command(&programs, "initdb", folder.path());
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "--pgdata"]);
        initdb.arg(&data).args(locale);
        initdb.output().unwrap()
    };
    let icu = initdb(&["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]);
    if !icu.status.success() {
        // Versions before 15 do not have this option.
        let _ = fs::remove_dir_all(&data);
        let other = initdb(&["--locale=en_US.UTF-8"]);
        assert!(other.status.success(), "{}", String::from_utf8_lossy(&icu.stderr));
    }
    let mut all = Vec::new();
    read(&data, Path::new(""), &mut all);
    all
});

/// Reads a folder and all that is in it; the folder comes first.
fn read(data: &Path, place: &Path, into: &mut Vec<Entry>) {
    into.push(Entry { place: place.to_owned(), bytes: None });
    for entry in fs::read_dir(data.join(place)).unwrap().map(Result::unwrap) {
        let place = place.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            read(data, &place, into);
        } else {
            into.push(Entry { bytes: Some(fs::read(entry.path()).unwrap()), place });
        }
    }
}

/// The server refuses a data folder that others may read.
fn allow_its_user_alone(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).unwrap();
    }
    #[cfg(not(unix))]
    let _ = path;
}

fn spawn(programs: &Path, folder: &Path) -> Child {
    let log = fs::File::options().create(true).append(true).open(folder.join("log")).unwrap();
    let mut postgres = command(programs, "postgres", folder);
    postgres.arg("-D").arg(folder.join("data")).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    postgres.spawn().unwrap()
}

/// The folder of PostgreSQL's programs: the newest version that the distribution has installed, or the one on
/// the path.
fn programs() -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, programs)| programs.join("initdb").is_file())
        .collect();
    found.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = || std::env::split_paths(&path).find(|folder| folder.join("initdb").is_file());
    found.pop().map(|(_, programs)| programs).or_else(on_path)
}

fn command(programs: &Path, name: &str, folder: &Path) -> Command {
    let mut command = Command::new(programs.join(name));
    command.current_dir(folder).env("LC_ALL", "C.UTF-8");
    #[cfg(unix)]
    if let Some((user, group)) = other_user() {
        use std::os::unix::process::CommandExt;
        command.uid(user).gid(group);
    }
    command
}

/// Changes the owner of a file to the user that runs the server.
fn give_away(path: &Path) {
    #[cfg(unix)]
    if let Some((user, group)) = other_user() {
        std::os::unix::fs::chown(path, Some(user), Some(group)).unwrap();
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// The user as which root runs the server; `None` if the caller is not root. Looked up once: it is asked for at each file.
#[cfg(unix)]
fn other_user() -> Option<(u32, u32)> {
    static OTHER: LazyLock<Option<(u32, u32)>> = LazyLock::new(find_other_user);
    *OTHER
}

#[cfg(unix)]
fn find_other_user() -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt;
    if fs::metadata("/proc/self").ok()?.uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    Some(ids("postgres").or_else(|| ids("nobody")).expect("a user other than root"))
}
