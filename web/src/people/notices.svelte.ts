// SPDX-License-Identifier: AGPL-3.0-or-later
import { challenges } from '../lobby/challenges.svelte';
import { ApiError, read, send } from '../platform/api';
import { mine } from '../platform/mine';
import type { NoticeView } from '../platform/protocol';
import { router } from '../platform/router.svelte';
import { t } from '../locale';
import { notifications } from './notifications.svelte';
import type { push } from './push.svelte';

const EVERY_MS = 60_000;

/** Whether the person looks at the card of a challenge from somebody of this name. */
const isShown = (name: string): boolean =>
  document.visibilityState === 'visible' && challenges.received.some(({ from }) => from.kind === 'player' && from.name === name);

/** The account's notices, the newest first. */
class Notices {
  all = $state.raw<NoticeView[]>([]);
  failed = $state(false);
  /** Whether this server has notices at all. */
  isThere = $state(false);
  readonly unread = $derived(this.all.filter(({ read: isRead }) => !isRead).length);

  private newest: number | null = null;
  /** Numbers the questions. The answer to an older question than the one that was answered last is dropped. */
  private asked = 0;
  private answered = 0;
  /** Fetched only where the browser may show something. */
  private push: typeof push | null = null;

  /** Keeps them fresh while somebody is logged in; the returned function ends it. The server says when they change. */
  start(): () => void {
    const look = () => void this.load();
    mine.start();
    if (notifications.state === 'granted') void this.loadPush();
    const hush = mine.on(({ type }) => (type === 'notices' || type === 'mine') && look());
    // Should the connection be lost for long, they come a little later.
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      hush();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      this.answered = ++this.asked;
      this.all = [];
      this.newest = null;
    };
  }

  async load(): Promise<void> {
    const asked = ++this.asked;
    try {
      const told = await read<NoticeView[]>('/api/page/notices');
      if (asked < this.answered) return;
      this.answered = asked;
      this.announce(told);
      this.all = this.silenced(told);
      this.isThere = true;
      this.failed = false;
    } catch (error) {
      if (asked < this.answered) return;
      this.failed = this.all.length === 0;
      if (error instanceof ApiError && error.status === 404) this.isThere = false;
    }
  }

  private async loadPush(): Promise<void> {
    const { push } = await import('./push.svelte');
    this.push = push;
    await push.load();
  }

  /** The person has seen them all; the server tells their other tabs at once. */
  async markRead(): Promise<void> {
    const last = this.all[0];
    if (!last || this.unread === 0) return;
    await send('POST', '/api/page/notices/read', { up_to: last.id }).catch(() => undefined);
    this.answered = ++this.asked;
    this.all = this.all.map((notice) => ({ ...notice, read: notice.read || notice.id <= last.id }));
  }

  /**
   * A challenge whose card stands on this page is told already: the bell does not say it again. The server is told as far as
   * nothing else that is unread comes before it.
   */
  private silenced(told: NoticeView[]): NoticeView[] {
    const seen = (notice: NoticeView) => notice.kind === 'challenge' && isShown(notice.name);
    const unread = told.filter(({ read: isRead }) => !isRead).sort((one, two) => one.id - two.id);
    const others = unread.findIndex((notice) => !seen(notice));
    const last = unread.slice(0, others === -1 ? unread.length : others).at(-1);
    if (last) void send('POST', '/api/page/notices/read', { up_to: last.id }).catch(() => undefined);
    return told.map((notice) => (seen(notice) ? { ...notice, read: true } : notice));
  }

  /** What has come since the last time is shown by the browser, where it may. */
  private announce(told: NoticeView[]): void {
    const before = this.newest;
    this.newest = Math.max(before ?? 0, ...told.map(({ id }) => id));
    if (before === null) return;
    for (const notice of told) {
      const { id, kind, read: isRead } = notice;
      // The service worker tells of some, whether this page is open or not.
      const isPushed = this.push?.isOn === true && (kind === 'your_move' || kind === 'challenge');
      if (id <= before || isRead || isPushed) continue;
      notifications.show(t.bell.notice(notice), `notice-${id}`, () => notice.place && router.go(notice.place));
    }
  }
}

export const notices = new Notices();
