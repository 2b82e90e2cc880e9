// SPDX-License-Identifier: AGPL-3.0-or-later
import { ApiError, read, send } from '../platform/api';
import { mine } from '../platform/mine';
import type { NoticeView } from '../platform/protocol';
import { router } from '../platform/router.svelte';
import { t } from '../locale';
import { notifications } from './notifications.svelte';

const EVERY_MS = 60_000;

/** The account's notices, the newest first. */
class Notices {
  all = $state.raw<NoticeView[]>([]);
  failed = $state(false);
  /** Whether this server has notices at all. */
  isThere = $state(false);
  readonly unread = $derived(this.all.filter(({ read: isRead }) => !isRead).length);

  private newest: number | null = null;

  /** Keeps them fresh while somebody is logged in; the returned function ends it. The server says when they change. */
  start(): () => void {
    const look = () => void this.load();
    mine.start();
    const hush = mine.on(({ type }) => (type === 'notices' || type === 'mine') && look());
    // Should the connection be lost for long, they come a little later.
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      hush();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      this.all = [];
      this.newest = null;
    };
  }

  async load(): Promise<void> {
    try {
      const told = await read<NoticeView[]>('/api/page/notices');
      this.announce(told);
      this.all = told;
      this.isThere = true;
      this.failed = false;
    } catch (error) {
      this.failed = this.all.length === 0;
      if (error instanceof ApiError && error.status === 404) this.isThere = false;
    }
  }

  /** The person has seen them all; the server tells their other tabs at once. */
  async markRead(): Promise<void> {
    const last = this.all[0];
    if (!last || this.unread === 0) return;
    await send('POST', '/api/page/notices/read', { up_to: last.id }).catch(() => undefined);
    this.all = this.all.map((notice) => ({ ...notice, read: true }));
  }

  /** What has come since the last time is shown by the browser, where it may. */
  private announce(told: NoticeView[]): void {
    const before = this.newest;
    this.newest = Math.max(before ?? 0, ...told.map(({ id }) => id));
    if (before === null) return;
    for (const notice of told) {
      const { id, read: isRead } = notice;
      if (id <= before || isRead) continue;
      notifications.show(t.bell.notice(notice), `notice-${id}`, () => notice.place && router.go(notice.place));
    }
  }
}

export const notices = new Notices();
