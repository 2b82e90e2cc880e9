// SPDX-License-Identifier: MIT OR Apache-2.0
//! For which machines a program is, as the head of its file says: it may have been built elsewhere.

use std::fmt;

/// A system that packages are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    Linux,
    MacOs,
    Windows,
}

/// A kind of processor that packages are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Processor {
    X86_64,
    Aarch64,
}

impl Processor {
    /// As Rust and most Linux distributions call it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }

    /// As Debian calls it, and OCI, which has its names from Go.
    pub(super) const fn in_debian(self) -> &'static str {
        match self {
            Self::X86_64 => "amd64",
            Self::Aarch64 => "arm64",
        }
    }
}

/// What runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) system: System,
    pub(super) processor: Processor,
}

impl Target {
    /// Reads the head of a program.
    ///
    /// # Errors
    /// If it is no program, or one for another machine than packages are made for.
    pub(super) fn of(program: &[u8]) -> Result<Self, String> {
        let (system, processor) = elf(program)
            .map(|machine| (System::Linux, machine))
            .or_else(|| mach_o(program).map(|machine| (System::MacOs, machine)))
            .or_else(|| pe(program).map(|machine| (System::Windows, machine)))
            .ok_or("the program is none for 64-bit Linux, macOS or Windows")?;
        let processor = processor.ok_or("no packages are made for the processor of this program")?;
        Ok(Self { system, processor })
    }

    /// What this program itself was built for; `None` where no packages are made.
    pub(super) fn own() -> Option<Self> {
        let system = match std::env::consts::OS {
            "linux" => System::Linux,
            "macos" => System::MacOs,
            "windows" => System::Windows,
            _ => return None,
        };
        let processor = match std::env::consts::ARCH {
            "x86_64" => Processor::X86_64,
            "aarch64" => Processor::Aarch64,
            _ => return None,
        };
        Some(Self { system, processor })
    }
}

impl fmt::Display for Target {
    /// As names of packages have it, `x86_64-linux` for example.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let system = match self.system {
            System::Linux => "linux",
            System::MacOs => "macos",
            System::Windows => "windows",
        };
        write!(f, "{}-{system}", self.processor.name())
    }
}

/// ELF, 64 bits, little-endian: `e_machine` stands at 18 (System V ABI, chapter 4).
fn elf(program: &[u8]) -> Option<Option<Processor>> {
    program.starts_with(b"\x7fELF\x02\x01").then(|| match u16_at(program, 18)? {
        62 => Some(Processor::X86_64),
        183 => Some(Processor::Aarch64),
        _ => None,
    })
}

/// Mach-O, 64 bits, little-endian: `cputype` stands at 4 (`mach-o/loader.h`).
fn mach_o(program: &[u8]) -> Option<Option<Processor>> {
    program.starts_with(&[0xcf, 0xfa, 0xed, 0xfe]).then(|| match u32_at(program, 4)? {
        0x0100_0007 => Some(Processor::X86_64),
        0x0100_000c => Some(Processor::Aarch64),
        _ => None,
    })
}

/// PE: its head stands where the word at 0x3c says, and begins with the machine (PE format, "COFF File Header").
fn pe(program: &[u8]) -> Option<Option<Processor>> {
    if !program.starts_with(b"MZ") {
        return None;
    }
    let head = usize::try_from(u32_at(program, 0x3c)?).ok()?;
    program.get(head..)?.starts_with(b"PE\0\0").then(|| match u16_at(program, head + 4)? {
        0x8664 => Some(Processor::X86_64),
        0xaa64 => Some(Processor::Aarch64),
        _ => None,
    })
}

fn u16_at(program: &[u8], place: usize) -> Option<u16> {
    Some(u16::from_le_bytes(program.get(place..place + 2)?.try_into().ok()?))
}

fn u32_at(program: &[u8], place: usize) -> Option<u32> {
    Some(u32::from_le_bytes(program.get(place..place + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf_for(machine: u16) -> Vec<u8> {
        let mut head = b"\x7fELF\x02\x01\x01".to_vec();
        head.resize(18, 0);
        head.extend(machine.to_le_bytes());
        head
    }

    fn pe_for(machine: u16) -> Vec<u8> {
        let mut head = b"MZ".to_vec();
        head.resize(0x3c, 0);
        head.extend(0x80_u32.to_le_bytes());
        head.resize(0x80, 0);
        head.extend(b"PE\0\0");
        head.extend(machine.to_le_bytes());
        head
    }

    fn mach_o_for(machine: u32) -> Vec<u8> {
        [&[0xcf, 0xfa, 0xed, 0xfe][..], &machine.to_le_bytes()].concat()
    }

    #[test]
    fn a_package_is_named_after_the_program_in_it_and_not_after_the_machine_that_packs() {
        for (head, name) in [
            (elf_for(62), "x86_64-linux"),
            (elf_for(183), "aarch64-linux"),
            (mach_o_for(0x0100_000c), "aarch64-macos"),
            (mach_o_for(0x0100_0007), "x86_64-macos"),
            (pe_for(0x8664), "x86_64-windows"),
        ] {
            assert_eq!(Target::of(&head).map(|target| target.to_string()), Ok(name.to_owned()));
        }
        // 32-bit ARM, a processor of 32 bits, a script, and heads that are cut off.
        let others = [
            elf_for(40),
            b"\x7fELF\x01\x01\x01".to_vec(),
            b"#!/bin/sh\n".to_vec(),
            b"MZ".to_vec(),
            elf_for(62)[..18].to_vec(),
        ];
        for other in others {
            assert!(Target::of(&other).is_err(), "{other:?}");
        }
        let this = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(Target::of(&this).ok(), Target::own());
    }
}
