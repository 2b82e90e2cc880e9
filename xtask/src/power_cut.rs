// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask power-cut`: repeatedly cuts the power of a virtual machine that plays games.
//!
//! The machine (QEMU) runs `power_guest` of the store's examples on its own disk. It is killed at random
//! times. As in a power cut, what its kernel had only in memory is lost, and what it had flushed stays. After
//! the next start it reports the events on its disk, and every event that it had reported as acknowledged
//! must be among them. The same test with a store that does not flush must lose events; otherwise the test
//! proves nothing.
//!
//! Nothing is downloaded. If something is missing, the message says how to get it.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{process, workspace};

mod found;

use found::{Found, Sum};

/// The options of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The number of power cuts.
    pub(crate) cuts: usize,
    /// The folder with `boot/vmlinuz-*` and `lib/modules` of the guest's kernel.
    pub(crate) kernel: PathBuf,
    /// QEMU's accelerator: "kvm", or "tcg", which is slow and works everywhere.
    pub(crate) accelerator: String,
    /// The file to which the result of each slice is appended, so that the run can be stopped and resumed.
    pub(crate) resumable: Option<PathBuf>,
}

impl Default for Plan {
    fn default() -> Self {
        Self { cuts: 100, kernel: "/".into(), accelerator: "kvm".into(), resumable: None }
    }
}

/// Modules that Debian's kernel has not built in, in the order of loading.
const MODULES: [&str; 6] =
    ["virtio_ring", "virtio", "virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci", "virtio_blk"];
const TARGET: &str = "x86_64-unknown-linux-gnu";
const DISK_BYTES: u64 = 512 << 20;
/// The time a machine has to start.
const START: Duration = Duration::from_secs(600);

const INIT: &str = "#!/bin/busybox sh
b=/bin/busybox
$b mount -t devtmpfs dev /dev
$b mount -t proc proc /proc
for module in MODULES; do $b insmod /$module.ko; done
while ! [ -e /dev/vda ]; do $b sleep 0.05; done
$b mount -t ext4 /dev/vda /data || echo wrong the disk can not be mounted
/guest /data/store $($b grep -o weak /proc/cmdline)
echo wrong the program has ended
$b poweroff -f
";

/// After this number of cuts the disk is formatted and the result is written. There is one cut of a store
/// that does not flush for every ten cuts.
const SLICE: usize = 10;

pub(crate) fn run(plan: &Plan) -> Result<bool, String> {
    let needs = Needs::find(plan)?;
    let mut sum = match &plan.resumable {
        Some(file) => Sum::read(file)?,
        None => Sum::default(),
    };
    let folder = workspace::target().join("power-cut");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let guest = build_guest(&folder)?;
    let initramfs = folder.join("initramfs");
    fs::write(&initramfs, needs.initramfs(&guest)?).map_err(|error| error.to_string())?;
    let machine =
        Machine { needs: &needs, accelerator: &plan.accelerator, initramfs, disk: folder.join("disk") };
    while sum.flushing.cuts < plan.cuts {
        let cuts = SLICE.min(plan.cuts - sum.flushing.cuts);
        let slice =
            Sum { flushing: machine.cut(cuts, "")?, weak: machine.cut(cuts.div_ceil(SLICE), "weak")? };
        slice.flushing.wrong.iter().for_each(|wrong| println!("  {wrong}"));
        if let Some(file) = &plan.resumable {
            slice.append_to(file)?;
        }
        sum.add(slice);
        println!("{sum}");
    }
    Ok(sum.is_good())
}

/// The system's programs and files that the test needs.
struct Needs {
    qemu: PathBuf,
    mke2fs: PathBuf,
    busybox: PathBuf,
    kernel: PathBuf,
    modules: Vec<PathBuf>,
}

impl Needs {
    fn find(plan: &Plan) -> Result<Self, String> {
        if plan.accelerator == "kvm" && !Path::new("/dev/kvm").exists() {
            return Err("there is no /dev/kvm; --accelerator tcg is slow and needs none, and \
                        `cargo test -p tabiya-store --test faults power` models power cuts without a machine"
                .into());
        }
        let root = &plan.kernel;
        let program = |name: &str, package: &str| {
            process::on_path(name)
                .ok_or_else(|| format!("{name} is missing; Debian's package {package} has it"))
        };
        let kernel =
            sorted(&root.join("boot")).into_iter().rev().find(|path| name(path).starts_with("vmlinuz-"));
        let kernel = kernel.ok_or_else(|| {
            format!(
                "there is no kernel in {}; unpack a package like Debian's linux-image-cloud-amd64 (dpkg-deb -x) \
                 and name the folder with --kernel",
                root.join("boot").display()
            )
        })?;
        let version = name(&kernel).trim_start_matches("vmlinuz-").to_owned();
        let folder = root.join("lib/modules").join(version);
        let modules = MODULES.iter().map(|module| {
            find(&folder, &format!("{module}.ko"))
                .ok_or_else(|| format!("{} lacks the module {module}.ko, not compressed", folder.display()))
        });
        Ok(Self {
            qemu: program("qemu-system-x86_64", "qemu-system-x86")?,
            mke2fs: program("mke2fs", "e2fsprogs")?,
            busybox: program("busybox", "busybox-static")?,
            modules: modules.collect::<Result<_, _>>()?,
            kernel,
        })
    }

    /// The machine's initial file system, as an archive in cpio's "newc" format.
    fn initramfs(&self, guest: &Path) -> Result<Vec<u8>, String> {
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        let mut archive = Vec::new();
        for folder in ["bin", "data", "dev", "proc"] {
            add(&mut archive, folder, 0o040_755, &[]);
        }
        add(&mut archive, "init", 0o100_755, INIT.replace("MODULES", &MODULES.join(" ")).as_bytes());
        add(&mut archive, "bin/busybox", 0o100_755, &read(&self.busybox)?);
        add(&mut archive, "guest", 0o100_755, &read(guest)?);
        for module in &self.modules {
            add(&mut archive, name(module), 0o100_644, &read(module)?);
        }
        add(&mut archive, "TRAILER!!!", 0, &[]);
        Ok(archive)
    }
}

/// Builds a static program, which needs nothing of the guest's system but its kernel.
fn build_guest(folder: &Path) -> Result<PathBuf, String> {
    let mut build = process::cargo();
    build.args(["build", "--package", "tabiya-store", "--example", "power_guest", "--features", "mutants"]);
    build.args(["--target", TARGET, "--target-dir"]).arg(folder);
    build.env("RUSTFLAGS", "-C target-cpu=x86-64-v3 -C target-feature=+crt-static");
    if !process::stream(&mut build)?.ok {
        return Err("the guest's program could not be built".into());
    }
    Ok(folder.join(TARGET).join("debug/examples/power_guest"))
}

struct Machine<'a> {
    needs: &'a Needs,
    accelerator: &'a str,
    initramfs: PathBuf,
    disk: PathBuf,
}

impl Machine<'_> {
    /// Starts the machine on an empty disk and cuts its power this number of times.
    fn cut(&self, cuts: usize, mode: &str) -> Result<Found, String> {
        let disk = fs::File::create(&self.disk).and_then(|file| file.set_len(DISK_BYTES));
        disk.map_err(|error| format!("{}: {error}", self.disk.display()))?;
        let mut mke2fs = Command::new(&self.needs.mke2fs);
        process::capture(mke2fs.args(["-q", "-F", "-t", "ext4"]).arg(&self.disk))?;
        let mut found = Found { cuts, ..Found::default() };
        let mut acknowledged = HashMap::new();
        // The last start only reports what is on the disk.
        for start in 0..=cuts {
            self.start(mode, start == cuts, &mut acknowledged, &mut found)?;
        }
        Ok(found)
    }

    /// Runs the machine from its start to a power cut.
    fn start(
        &self,
        mode: &str,
        only_look: bool,
        acknowledged: &mut HashMap<u64, u64>,
        found: &mut Found,
    ) -> Result<(), String> {
        let mut qemu = Command::new(&self.needs.qemu);
        qemu.args([
            "-accel",
            self.accelerator,
            "-cpu",
            "max",
            "-m",
            "512",
            "-nodefaults",
            "-no-reboot",
            "-display",
            "none",
        ]);
        qemu.args(["-serial", "stdio", "-kernel"])
            .arg(&self.needs.kernel)
            .arg("-initrd")
            .arg(&self.initramfs);
        qemu.args(["-append", &format!("console=ttyS0 quiet loglevel=0 panic=-1 {mode}"), "-drive"]);
        qemu.arg(format!("file={},if=virtio,format=raw,cache=writeback", self.disk.display()));
        let mut machine = qemu
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.needs.qemu.display()))?;
        let mut said = BufReader::new(machine.stdout.take().expect("stdout is piped"));
        let machine = &Mutex::new(Some(machine));
        let mut have = HashMap::new();
        let (ready, until_ready) = std::sync::mpsc::channel::<()>();
        let is_ready = thread::scope(|scope| {
            scope.spawn(move || {
                if until_ready.recv_timeout(START).is_ok() && !only_look {
                    thread::sleep(at_random());
                }
                kill(machine);
            });
            let mut is_ready = false;
            let mut line = Vec::new();
            // A line without an end was cut off by the power cut and may be incomplete.
            while let Ok(1..) = said.read_until(b'\n', &mut line) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                let whole = line.ends_with(b"\n");
                line.clear();
                let words: Vec<&str> = text.split(' ').collect();
                match (&words[..], whole) {
                    (["have", game, events], true) => {
                        have.insert(number(game)?, number(events)?);
                    }
                    (["acked", game, events], true) => {
                        acknowledged.insert(number(game)?, number(events)?);
                        found.acknowledged += 1;
                    }
                    (["ready"], true) => {
                        is_ready = true;
                        for (game, events) in &*acknowledged {
                            found.lost += events.saturating_sub(have.get(game).copied().unwrap_or(0));
                        }
                        // Each lost event is counted only once.
                        acknowledged.clone_from(&have);
                        // The receiver exists as long as the machine runs.
                        let _ = ready.send(());
                    }
                    (["wrong", ..], true) => found.wrong.push(text),
                    // Other lines, such as those of the firmware, are ignored.
                    _ => {}
                }
            }
            drop(ready);
            Ok::<_, String>(is_ready)
        })?;
        if is_ready { Ok(()) } else { Err(format!("the machine did not start: {:?}", found.wrong)) }
    }
}

fn kill(machine: &Mutex<Option<Child>>) {
    let machine = machine.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(mut machine) = machine {
        // The machine may have ended by itself.
        let _ = machine.kill();
        let _ = machine.wait();
    }
}

/// A random time, long enough for some hundred commits.
fn at_random() -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Duration::from_micros(200_000 + u64::from(now.subsec_nanos()) % 300_000)
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("the machine said \"{text}\" in place of a number"))
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(std::ffi::OsStr::to_str).unwrap_or_default()
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The file with this name anywhere below the folder.
fn find(folder: &Path, wanted: &str) -> Option<PathBuf> {
    sorted(folder).into_iter().find_map(|path| {
        if name(&path) == wanted {
            Some(path)
        } else if path.is_dir() && !path.is_symlink() {
            find(&path, wanted)
        } else {
            None
        }
    })
}

/// Adds a file or folder to an archive.
fn add(archive: &mut Vec<u8>, name: &str, mode: u32, content: &[u8]) {
    // Inode, mode, owner, group, links, time, size, two device numbers of two words each, length of the name,
    // no checksum.
    let size = u32::try_from(content.len()).expect("no file of four gigabytes");
    let name_size = u32::try_from(name.len()).expect("a short name") + 1;
    let inode = u32::try_from(archive.len()).expect("a small archive");
    archive.extend(b"070701");
    for field in [inode, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, name_size, 0] {
        archive.extend(format!("{field:08x}").bytes());
    }
    archive.extend(name.bytes().chain([0]));
    pad(archive);
    archive.extend(content);
    pad(archive);
}

/// Pads to a multiple of four bytes, at which everything in the archive begins.
fn pad(archive: &mut Vec<u8>) {
    archive.resize(archive.len().next_multiple_of(4), 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_the_archive_are_aligned() {
        let mut archive = Vec::new();
        add(&mut archive, "init", 0o100_755, b"12345");
        assert_eq!(archive.len() % 4, 0);
        assert!(archive.starts_with(b"070701"));
        // 110 bytes of header and 5 of name make 115, padded to 116; then 5 of content, padded to 8.
        assert_eq!(archive.len(), 124);
        assert_eq!(&archive[116..121], b"12345");
    }
}
