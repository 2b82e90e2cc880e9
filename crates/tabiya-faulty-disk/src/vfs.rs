// SPDX-License-Identifier: AGPL-3.0-or-later
//! The shim between SQLite and the system's files. Before each call it asks the [disk](crate::disk) whether
//! the call fails; then it forwards the call and reports changes to the disk.
//!
//! An open file is a [`Shim`] followed by the system's file in one block of memory. SQLite allocates the
//! block by `szOsFile` and passes it to every call. The shared-memory methods, which the locks and the index
//! of the write-ahead log need, are always forwarded, because they do not touch the disk.

use std::{
    ffi::{CStr, OsStr, c_char, c_int, c_void},
    mem::size_of,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    ptr,
    sync::{Arc, Once},
};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_io_methods, sqlite3_vfs};

use crate::disk::{Call, Failure, Watched, disk_under};

/// Registers the shim as SQLite's default VFS for this process, once.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: a null name asks for the default VFS. It lives as long as the process, and we do not change
        // it. Our copy of it is leaked, so SQLite may keep the pointer. The name is a constant that ends with
        // a zero.
        unsafe {
            let system = ffi::sqlite3_vfs_find(ptr::null());
            assert!(!system.is_null(), "SQLite has a default VFS");
            let mut shim = *system;
            shim.zName = c"tabiya-faulty-disk".as_ptr();
            shim.pNext = ptr::null_mut();
            shim.szOsFile += size_of::<Shim>() as c_int;
            // The VFS's other calls use the system's own data, so the copy keeps it. Our calls find the
            // system's VFS here.
            shim.xOpen = Some(open);
            shim.xDelete = Some(delete);
            SYSTEM.store(system, std::sync::atomic::Ordering::Release);
            let registered = ffi::sqlite3_vfs_register(Box::into_raw(Box::new(shim)), 1);
            assert_eq!(registered, ffi::SQLITE_OK, "SQLite takes the VFS");
        }
    });
}

static SYSTEM: std::sync::atomic::AtomicPtr<sqlite3_vfs> = std::sync::atomic::AtomicPtr::new(ptr::null_mut());

/// The system's VFS.
fn system() -> *mut sqlite3_vfs {
    SYSTEM.load(std::sync::atomic::Ordering::Acquire)
}

/// Our part of an open file. In memory, the system's part follows it.
#[repr(C)]
struct Shim {
    file: sqlite3_file,
    opened: *mut Opened,
}

/// Our data on an open file.
struct Opened {
    path: PathBuf,
    disk: Option<Arc<Watched>>,
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    // Without xFetch, because SQLite would read a memory-mapped file without calling us.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// The system's part of a file.
///
/// # Safety
/// [`open`] must have set up `file`, and [`close`] must not have closed it.
unsafe fn behind(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: SQLite allocated `szOsFile` bytes: our part, followed by the system's part.
    unsafe { file.byte_add(size_of::<Shim>()) }
}

/// Our data on a file.
///
/// # Safety
/// As for [`behind`]. The reference must not outlive the call in which it was made.
unsafe fn opened<'a>(file: *mut sqlite3_file) -> &'a Opened {
    // SAFETY: `open` stored a box there, and only `close` removes it. SQLite uses a file in one thread at a
    // time.
    unsafe { &*(*file.cast::<Shim>()).opened }
}

/// Calls a method of the system's file.
macro_rules! pass_on {
    ($file:expr, $method:ident $(, $argument:expr)*) => {
        // SAFETY: the system's VFS opened the file and set its methods. All of them are set except those of
        // newer versions, which SQLite does not call. The arguments are SQLite's own, meant for that method.
        unsafe {
            let system = behind($file);
            match (*(*system).pMethods).$method {
                Some(method) => method(system $(, $argument)*),
                None => unreachable!("the system's files have this method"),
            }
        }
    };
}

/// Asks the disk whether the call fails, and if so returns the error from the calling function.
macro_rules! ask {
    ($opened:expr, $call:expr) => {
        if let Some(Err(failure)) = $opened.disk.as_ref().map(|disk| disk.before($call)) {
            return code($call, failure);
        }
    };
}

fn code(call: Call, failure: Failure) -> c_int {
    match (failure, call) {
        (Failure::Full, _) => ffi::SQLITE_FULL,
        (Failure::ReadOnly, _) => ffi::SQLITE_READONLY,
        (Failure::Io, Call::Open) => ffi::SQLITE_CANTOPEN,
        (Failure::Io, Call::Read) => ffi::SQLITE_IOERR_READ,
        (Failure::Io, Call::Write) => ffi::SQLITE_IOERR_WRITE,
        (Failure::Io, Call::Truncate) => ffi::SQLITE_IOERR_TRUNCATE,
        (Failure::Io, Call::Sync) => ffi::SQLITE_IOERR_FSYNC,
        (Failure::Io, Call::Size) => ffi::SQLITE_IOERR_FSTAT,
        (Failure::Io, Call::Delete) => ffi::SQLITE_IOERR_DELETE,
    }
}

/// The path that SQLite passed. `None` for a temporary file.
///
/// # Safety
/// `name` must be null or end with a zero, and must live as long as the result is used.
unsafe fn path<'a>(name: *const c_char) -> Option<&'a Path> {
    // SAFETY: guaranteed by the caller.
    (!name.is_null()).then(|| Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(name) }.to_bytes())))
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: SQLite's names end with a zero and outlive the open file.
    let path = unsafe { path(name) };
    let opened =
        Opened { disk: path.and_then(disk_under), path: path.map(Path::to_owned).unwrap_or_default() };
    // SAFETY: SQLite allocated memory for our part and the system's part. SQLite does not close a file
    // without methods, so the methods are set only after everything has succeeded. The system's VFS gets its
    // own part of the memory.
    unsafe {
        (*file).pMethods = ptr::null();
        ask!(opened, Call::Open);
        let open = (*system()).xOpen.expect("a VFS can open");
        let result = open(system(), name, behind(file), flags, out_flags);
        if result != ffi::SQLITE_OK {
            if let Some(close) = (*behind(file)).pMethods.as_ref().and_then(|methods| methods.xClose) {
                close(behind(file));
            }
            return result;
        }
        if let Some(disk) = &opened.disk {
            disk.opened(&opened.path);
        }
        let shim = file.cast::<Shim>();
        (*shim).opened = Box::into_raw(Box::new(opened));
        (*shim).file.pMethods = &METHODS;
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    // SAFETY: as in `open`. The name is forwarded to the function that it is meant for.
    unsafe {
        let path = path(name);
        let disk = path.and_then(disk_under);
        if let Some(Err(failure)) = disk.as_ref().map(|disk| disk.before(Call::Delete)) {
            return code(Call::Delete, failure);
        }
        let delete = (*system()).xDelete.expect("a VFS can delete");
        let result = delete(system(), name, sync_folder);
        if let (ffi::SQLITE_OK, Some(disk), Some(path)) = (result, disk, path) {
            disk.deleted(path);
        }
        result
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    let result = pass_on!(file, xClose);
    // SAFETY: `open` made the box, and SQLite closes a file only once.
    drop(unsafe { Box::from_raw((*file.cast::<Shim>()).opened) });
    result
}

unsafe extern "C" fn read(file: *mut sqlite3_file, to: *mut c_void, len: c_int, offset: i64) -> c_int {
    // SAFETY: see `opened`.
    ask!(unsafe { opened(file) }, Call::Read);
    pass_on!(file, xRead, to, len, offset)
}

unsafe extern "C" fn write(file: *mut sqlite3_file, from: *const c_void, len: c_int, offset: i64) -> c_int {
    // SAFETY: see `opened`.
    let opened = unsafe { opened(file) };
    ask!(opened, Call::Write);
    let result = pass_on!(file, xWrite, from, len, offset);
    if let (ffi::SQLITE_OK, Some(disk)) = (result, &opened.disk) {
        // SAFETY: SQLite passed `len` bytes to write, and they have just been written.
        let data = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), len as usize) };
        disk.changed(&opened.path, |file| file.write(offset as usize, data));
    }
    result
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, len: i64) -> c_int {
    // SAFETY: see `opened`.
    let opened = unsafe { opened(file) };
    ask!(opened, Call::Truncate);
    let result = pass_on!(file, xTruncate, len);
    if let (ffi::SQLITE_OK, Some(disk)) = (result, &opened.disk) {
        disk.changed(&opened.path, |file| file.truncate(len as usize));
    }
    result
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: see `opened`.
    let opened = unsafe { opened(file) };
    ask!(opened, Call::Sync);
    let result = pass_on!(file, xSync, flags);
    if let (ffi::SQLITE_OK, Some(disk)) = (result, &opened.disk) {
        disk.changed(&opened.path, crate::image::File::flush);
    }
    result
}

unsafe extern "C" fn file_size(file: *mut sqlite3_file, len: *mut i64) -> c_int {
    // SAFETY: see `opened`.
    ask!(unsafe { opened(file) }, Call::Size);
    pass_on!(file, xFileSize, len)
}

unsafe extern "C" fn lock(file: *mut sqlite3_file, level: c_int) -> c_int {
    pass_on!(file, xLock, level)
}

unsafe extern "C" fn unlock(file: *mut sqlite3_file, level: c_int) -> c_int {
    pass_on!(file, xUnlock, level)
}

unsafe extern "C" fn check_reserved_lock(file: *mut sqlite3_file, result: *mut c_int) -> c_int {
    pass_on!(file, xCheckReservedLock, result)
}

unsafe extern "C" fn file_control(file: *mut sqlite3_file, op: c_int, argument: *mut c_void) -> c_int {
    pass_on!(file, xFileControl, op, argument)
}

unsafe extern "C" fn sector_size(file: *mut sqlite3_file) -> c_int {
    pass_on!(file, xSectorSize)
}

unsafe extern "C" fn device_characteristics(file: *mut sqlite3_file) -> c_int {
    pass_on!(file, xDeviceCharacteristics)
}

unsafe extern "C" fn shm_map(
    file: *mut sqlite3_file,
    region: c_int,
    len: c_int,
    extend: c_int,
    to: *mut *mut c_void,
) -> c_int {
    pass_on!(file, xShmMap, region, len, extend, to)
}

unsafe extern "C" fn shm_lock(file: *mut sqlite3_file, offset: c_int, count: c_int, flags: c_int) -> c_int {
    pass_on!(file, xShmLock, offset, count, flags)
}

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    pass_on!(file, xShmBarrier);
}

unsafe extern "C" fn shm_unmap(file: *mut sqlite3_file, delete: c_int) -> c_int {
    pass_on!(file, xShmUnmap, delete)
}
