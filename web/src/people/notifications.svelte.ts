// SPDX-License-Identifier: AGPL-3.0-or-later

/** Whether the browser shows notices besides the page. */
export type Permission = 'ask' | 'granted' | 'denied' | 'insecure' | 'missing';

/** Notices that the browser shows while a tab is open. It allows them only on HTTPS and on this very computer. */
class Notifications {
  state = $state<Permission>(current());

  async ask(): Promise<void> {
    await Notification.requestPermission();
    this.state = current();
  }

  /** Shows one, unless the person looks at the page anyway. */
  show(text: string, tag: string, onclick: () => void): void {
    if (this.state !== 'granted' || document.visibilityState === 'visible') return;
    const shown = new Notification(text, { tag, icon: '/icon.svg' });
    shown.onclick = () => {
      window.focus();
      onclick();
      shown.close();
    };
  }
}

function current(): Permission {
  if (!isSecureContext) return 'insecure';
  if (!('Notification' in globalThis)) return 'missing';
  return Notification.permission === 'default' ? 'ask' : Notification.permission;
}

export const notifications = new Notifications();
