// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where a program that somebody has double-clicked keeps its data: beside itself, unless that place loses them.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Folders that a cloud service keeps in step, by how their names begin, in lower case.
const SYNCED: [(&str, &str); 9] = [
    ("onedrive", "OneDrive"),
    ("dropbox", "Dropbox"),
    ("google drive", "Google Drive"),
    ("googledrive", "Google Drive"),
    ("my drive", "Google Drive"),
    ("iclouddrive", "iCloud"),
    ("mobile documents", "iCloud"),
    ("nextcloud", "Nextcloud"),
    ("owncloud", "ownCloud"),
];
/// Variables of Windows that name folders which OneDrive keeps in step.
const ONEDRIVE: [&str; 3] = ["OneDrive", "OneDriveConsumer", "OneDriveCommercial"];
/// Variables that name folders whose files the system removes some day.
const TEMPORARY: [&str; 3] = ["TEMP", "TMP", "TMPDIR"];

/// Where the data go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Beside the program.
    Beside(PathBuf),
    /// Nowhere: the program runs from inside an archive, and what lies beside it is removed.
    InsideArchive,
    /// On this computer, because a service copies what lies beside the program while it is written.
    Local {
        /// The folder.
        folder: PathBuf,
        /// The service.
        service: &'static str,
    },
}

/// The place of the data of this program, which stands at an absolute path. `variable` reads the environment.
pub(super) fn place_of(program: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Place {
    let folder = program.parent().unwrap_or(program);
    if is_in_archive(folder, variable) {
        return Place::InsideArchive;
    }
    match service_of(folder, variable) {
        Some(service) => {
            Place::Local { folder: local_folder(variable).unwrap_or(folder.join("data")), service }
        }
        None => Place::Beside(folder.join("data")),
    }
}

/// Explorer and other programs extract what is double-clicked in an archive into the folder for temporary files.
fn is_in_archive(folder: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    let is_temporary = TEMPORARY
        .iter()
        .filter_map(|name| variable(name))
        .filter(|temporary| !temporary.is_empty())
        .any(|temporary| is_below(folder, Path::new(&temporary)));
    let has_archive = names(folder).any(|name| name.ends_with(".zip") || name.contains(".zip."));
    is_temporary || has_archive
}

fn service_of(folder: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Option<&'static str> {
    let is_onedrive = ONEDRIVE
        .iter()
        .filter_map(|name| variable(name))
        .filter(|synced| !synced.is_empty())
        .any(|synced| is_below(folder, Path::new(&synced)));
    if is_onedrive {
        return Some("OneDrive");
    }
    names(folder).find_map(|name| {
        SYNCED.iter().find(|(beginning, _)| name.starts_with(beginning)).map(|(_, service)| *service)
    })
}

/// Where programs keep data on this computer alone.
fn local_folder(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let given = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let below = given("LOCALAPPDATA")
        .map(|folder| folder.join("Tabiya"))
        .or_else(|| given("XDG_DATA_HOME").map(|folder| folder.join("tabiya")))
        .or_else(|| given("HOME").map(|folder| folder.join(".local/share/tabiya")))?;
    Some(below.join("data"))
}

/// Without regard to case, as Windows and macOS see names.
fn is_below(folder: &Path, above: &Path) -> bool {
    let above: Vec<_> = names(above).collect();
    !above.is_empty() && names(folder).take(above.len()).eq(above)
}

fn names(path: &Path) -> impl Iterator<Item = String> {
    path.components().filter(|part| !matches!(part, Component::CurDir)).map(|part| {
        // Windows writes a long path with another beginning.
        let text = part.as_os_str().to_string_lossy().to_lowercase();
        text.trim_start_matches(r"\\?\").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of a program in a folder of this home, with Linux's way to write paths.
    fn place(folder: &str) -> Place {
        let variable = |name: &str| {
            let value = match name {
                "TEMP" => "/home/ann/AppData/Local/Temp",
                "OneDriveConsumer" => "/home/ann/Cloud",
                "LOCALAPPDATA" => "/home/ann/AppData/Local",
                _ => return None,
            };
            Some(value.into())
        };
        place_of(&Path::new(folder).join("tabiya.exe"), &variable)
    }

    #[test]
    fn data_lie_beside_the_program_also_on_a_stick() {
        for folder in [
            "/media/stick/Tabiya",
            "/home/ann/Desktop/Tabiya",
            "/home/ann/Temperature",
            "/home/ann/AppData/Local",
        ] {
            assert_eq!(place(folder), Place::Beside(Path::new(folder).join("data")), "{folder}");
        }
    }

    #[test]
    fn nothing_is_stored_from_inside_an_archive() {
        for folder in [
            "/home/ann/AppData/Local/Temp/Temp1_tabiya.zip/Tabiya",
            "/home/ann/appdata/local/TEMP/7zO4C1B/Tabiya",
            "/home/ann/Downloads/5f1c_tabiya.zip.a1b/Tabiya",
        ] {
            assert_eq!(place(folder), Place::InsideArchive, "{folder}");
        }
    }

    #[test]
    fn a_folder_that_a_service_copies_is_left_for_a_local_one() {
        for (folder, service) in [
            ("/home/ann/OneDrive - School/Tabiya", "OneDrive"),
            ("/home/ann/Cloud/Tabiya", "OneDrive"),
            ("/home/ann/Dropbox/chess", "Dropbox"),
            ("/home/ann/Nextcloud", "Nextcloud"),
        ] {
            let local = Place::Local { folder: "/home/ann/AppData/Local/Tabiya/data".into(), service };
            assert_eq!(place(folder), local, "{folder}");
        }
    }
}
