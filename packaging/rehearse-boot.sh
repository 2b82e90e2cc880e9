#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
# Boots systemd in a copy of this machine's system: rehearse.sh calls it as the first process of namespaces of its own. It sees no device,
# and can change neither the kernel's settings nor its modules nor the clock. Usage: rehearse-boot.sh ROOT
set -eu
root=$1
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=0755 tmpfs "$root/run"
mount -t tmpfs -o mode=0755 tmpfs "$root/dev"
for device in "null 3" "zero 5" "full 7" "random 8" "urandom 9"; do
    mknod -m 666 "$root/dev/${device% *}" c 1 "${device#* }"
done
mknod -m 666 "$root/dev/tty" c 5 0
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
cd "$root"
pivot_root . oldroot
umount -l oldroot
exec env -i container=rehearsal PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    setpriv --bounding-set=-sys_module,-sys_time,-sys_boot,-sys_rawio \
    /lib/systemd/systemd --system --unit=basic.target </dev/null >/run/boot.log 2>&1
