// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads an image as programs for containers do: from the index to the manifest to the rest, each by its checksum, which must hold.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::checksums;

/// An image whose parts are what it says they are.
pub(super) struct Image {
    /// What it is called once it is loaded: by Docker, and by containerd.
    pub(super) names: [String; 2],
    /// How a container of it is started.
    pub(super) config: Value,
    /// Its layers as tar archives, the lowest first.
    pub(super) layers: Vec<Vec<u8>>,
}

/// What an archive holds at a path.
type Entry = (String, tar::Header, Vec<u8>);

impl Image {
    /// Reads an archive with one image.
    ///
    /// # Errors
    /// Says which part is missing or is not what it should be.
    pub(super) fn read(archive: &[u8]) -> Result<Self, String> {
        let files = entries(archive)?.into_iter().map(|(path, _, bytes)| (path, bytes)).collect();
        if json_at(&files, "oci-layout")?["imageLayoutVersion"] != "1.0.0" {
            return Err("the archive is of another version of the format".to_owned());
        }
        let index = json_at(&files, "index.json")?;
        let described = only(&index["manifests"])?;
        let manifest = parsed(blob(&files, described)?)?;
        let config = parsed(blob(&files, &manifest["config"])?)?;
        let described_layers = list(&manifest["layers"])?;
        let mut layers = Vec::new();
        for layer in described_layers {
            let mut plain = Vec::new();
            let unpacked = GzDecoder::new(blob(&files, layer)?).read_to_end(&mut plain);
            unpacked.map_err(|error| format!("a layer can't be unpacked: {error}"))?;
            layers.push(plain);
        }
        let sums: Vec<_> = layers.iter().map(|layer| format!("sha256:{}", checksums::of(layer))).collect();
        if config["rootfs"]["diff_ids"] != json!(sums) {
            return Err("the layers are not those that the image names".to_owned());
        }
        // Older programs read another list of the same parts.
        let for_docker = json_at(&files, "manifest.json")?;
        let for_docker = only(&for_docker)?;
        let mut places = Vec::new();
        for layer in described_layers {
            places.push(place(layer)?);
        }
        if for_docker["Config"] != place(&manifest["config"])? || for_docker["Layers"] != json!(places) {
            return Err("manifest.json names other parts than index.json".to_owned());
        }
        let names = [
            text(only(&for_docker["RepoTags"])?)?,
            text(&described["annotations"]["io.containerd.image.name"])?,
        ];
        Ok(Self { names, config, layers })
    }
}

/// All that a tar archive holds, in its order.
///
/// # Errors
/// If it is none.
pub(super) fn entries(archive: &[u8]) -> Result<Vec<Entry>, String> {
    let read = |archive| -> std::io::Result<Vec<Entry>> {
        let mut found = Vec::new();
        for entry in tar::Archive::new(archive).entries()? {
            let mut entry = entry?;
            let path = entry.path()?.display().to_string();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            found.push((path, entry.header().clone(), bytes));
        }
        Ok(found)
    };
    read(archive).map_err(|error| format!("the archive can't be read: {error}"))
}

/// The part that is described so.
fn blob<'a>(files: &'a HashMap<String, Vec<u8>>, described: &Value) -> Result<&'a [u8], String> {
    let place = place(described)?;
    let bytes = files.get(&place).ok_or_else(|| format!("{place} is missing"))?;
    if !place.ends_with(&checksums::of(bytes)) || described["size"] != bytes.len() {
        return Err(format!("{place} is not what its checksum or its size says"));
    }
    Ok(bytes)
}

/// Where the part lies that is described so.
fn place(described: &Value) -> Result<String, String> {
    let digest = text(&described["digest"])?;
    let sum = digest.strip_prefix("sha256:").filter(|sum| sum.len() == 64);
    Ok(format!("blobs/sha256/{}", sum.ok_or_else(|| format!("{digest} is no SHA-256"))?))
}

fn json_at(files: &HashMap<String, Vec<u8>>, path: &str) -> Result<Value, String> {
    parsed(files.get(path).ok_or_else(|| format!("{path} is missing"))?)
}

fn parsed(bytes: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("a part is no JSON: {error}"))
}

fn list(value: &Value) -> Result<&Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("{value} is no list"))
}

fn only(value: &Value) -> Result<&Value, String> {
    match &list(value)?[..] {
        [only] => Ok(only),
        _ => Err(format!("{value} is not a list of one")),
    }
}

fn text(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{value} is no text"))
}

#[cfg(test)]
mod tests {
    use super::super::oci;
    use super::*;

    /// The archive with the bytes at this path changed, or without them.
    fn changed(archive: &[u8], path: &str, change: Option<fn(&mut Vec<u8>)>) -> Vec<u8> {
        let mut made = tar::Builder::new(Vec::new());
        for (name, mut head, mut bytes) in entries(archive).unwrap() {
            if name == path {
                let Some(change) = change else { continue };
                change(&mut bytes);
                head.set_size(bytes.len() as u64);
            }
            made.append_data(&mut head, name, &*bytes).unwrap();
        }
        made.into_inner().unwrap()
    }

    #[test]
    fn a_part_that_is_not_what_it_should_be_is_refused() {
        let archive = oci::archive(&[], &oci::tests::parts(Vec::new())).unwrap();
        let paths: Vec<_> = entries(&archive).unwrap().into_iter().map(|(path, ..)| path).collect();
        assert_eq!(paths.len(), 6, "{paths:?}");
        for path in &paths {
            assert!(Image::read(&changed(&archive, path, Some(|_| ()))).is_ok());
            assert!(Image::read(&changed(&archive, path, None)).is_err(), "without {path}");
            let blank = changed(&archive, path, Some(|bytes| bytes.push(b' ')));
            // One more blank changes nothing in what is found by its name, and everything in what is found by its checksum.
            assert_eq!(Image::read(&blank).is_err(), path.starts_with("blobs/"), "a blank in {path}");
        }
    }
}
