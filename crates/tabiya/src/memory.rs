// SPDX-License-Identifier: AGPL-3.0-or-later
//! How much memory the machine can give. Linux grants more than it has, and ends the program that uses it; so
//! whoever wants much asks here first.

use std::fs;
use std::path::Path;

/// The memory in bytes that the engine or a table may take now: three quarters of what there is without swapping, because
/// other programs need some, too. There is what the system has, or less where its control group allows less (a container,
/// a service with a limit). `None` where the system does not say.
pub(crate) fn usable_memory() -> Option<u64> {
    usable_under(Path::new("/"))
}

/// The same, with the system's files under another root.
fn usable_under(root: &Path) -> Option<u64> {
    let system = read(root, "proc/meminfo").and_then(|text| number_after(&text, "MemAvailable:"));
    let system = system.map(|kibibytes| kibibytes.saturating_mul(1024));
    let free = system.into_iter().chain(left_in_groups(root)).min();
    free.map(|bytes| bytes / 4 * 3)
}

fn read(root: &Path, path: &str) -> Option<String> {
    fs::read_to_string(root.join(path)).ok()
}

/// The number after the label at the beginning of a line.
fn number_after(text: &str, label: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(label))?;
    rest.split_ascii_whitespace().next()?.parse().ok()
}

/// What is left in each control group around this program that has a limit.
fn left_in_groups(root: &Path) -> Vec<u64> {
    let mut left = Vec::new();
    let groups = read(root, "proc/self/cgroup").unwrap_or_default();
    for line in groups.lines() {
        // "0::/path" in version 2, "4:memory:/path" in version 1.
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (folder, limit, used, cache) = if controllers.is_empty() {
            ("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file ")
        } else if controllers.split(',').any(|controller| controller == "memory") {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ")
        } else {
            continue;
        };
        // A limit of an outer group holds for the inner ones as well. In a container the path may be the host's,
        // and only the root is there.
        for group in Path::new(path.trim_start_matches('/')).ancestors() {
            let file = |name: &str| fs::read_to_string(root.join(folder).join(group).join(name)).ok();
            let count = |name: &str| file(name)?.trim().parse::<u64>().ok();
            if let (Some(limit), Some(used)) = (count(limit), count(used)) {
                // The system gives up cached files before anything else.
                let cached = file("memory.stat").and_then(|text| number_after(&text, cache)).unwrap_or(0);
                left.push(limit.saturating_sub(used.saturating_sub(cached)));
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with these files.
    fn machine(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal: 8000 kB\nMemAvailable:    1000 kB\n");

    #[test]
    fn three_quarters_of_the_tightest_limit_may_be_taken() {
        for (files, usable) in [
            (&[][..], None),
            (&[MEMINFO][..], Some(768_000)),
            (
                &[
                    MEMINFO,
                    ("proc/self/cgroup", "0::/a/b\n"),
                    ("sys/fs/cgroup/a/memory.max", "500000\n"),
                    ("sys/fs/cgroup/a/memory.current", "400000\n"),
                    ("sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 100000\n"),
                    ("sys/fs/cgroup/a/b/memory.max", "max\n"),
                    ("sys/fs/cgroup/a/b/memory.current", "300000\n"),
                ],
                Some(150_000),
            ),
            // The path of the host, seen from inside a container.
            (
                &[
                    MEMINFO,
                    ("proc/self/cgroup", "12:cpu:/x\n4:memory:/docker/77\n"),
                    ("sys/fs/cgroup/memory/memory.limit_in_bytes", "600000\n"),
                    ("sys/fs/cgroup/memory/memory.usage_in_bytes", "700000\n"),
                ],
                Some(0),
            ),
            (
                &[
                    MEMINFO,
                    ("proc/self/cgroup", "0::/\n"),
                    ("sys/fs/cgroup/memory.max", "90000000000\n"),
                    ("sys/fs/cgroup/memory.current", "0\n"),
                ],
                Some(768_000),
            ),
        ] {
            assert_eq!(usable_under(machine(files).path()), usable, "{files:?}");
        }
    }
}
