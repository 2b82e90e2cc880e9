// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether this page reaches its server, as its own calls and connections find out.

/** How often a server that was not in reach is asked whether it is back. */
const KNOCK_MS = 3_000;
/** So many connections in a row that bring no word are no accident any more. */
const TRIES = 3;

/** Whether the server answers a call that needs nothing. */
const isThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

export class Reach {
  /** No server is in reach. */
  isLost = $state(false);
  /** The server answers, but no WebSocket comes through: something on the way blocks them. */
  isBlocked = $state(false);
  /** Counts how often the server came back: pages then ask anew for what they lack. */
  returns = $state(0);

  /** How many parts of the page hold what would be lost if it were made anew. */
  private held = 0;

  private knocking: ReturnType<typeof setTimeout> | undefined;
  private silent = 0;

  constructor(private readonly ask: () => Promise<boolean> = isThere) {}

  /** What the page holds from now on must outlive the server's return. Returns what ends that. */
  hold(): () => void {
    this.held += 1;
    return () => {
      this.held -= 1;
    };
  }

  /** Whether the page may be made anew when the server is back. */
  get isFree(): boolean {
    return this.held === 0;
  }

  /** A call got no answer. */
  lost(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.knock();
  }

  /** A call was answered, whatever the answer. */
  found(): void {
    if (!this.isLost) return;
    clearTimeout(this.knocking);
    this.isLost = false;
    this.returns += 1;
  }

  /** Asks at once. */
  async look(): Promise<boolean> {
    const isFound = await this.ask();
    if (isFound) this.found();
    else this.lost();
    return isFound;
  }

  /** A connection ended before it brought a word. */
  async silence(): Promise<void> {
    // While the server is away no connection is a sign of anything else.
    if (this.isLost) this.silent = 0;
    else this.silent += 1;
    if (this.silent < TRIES) return;
    this.isBlocked = await this.look();
  }

  /** A connection brought a word. */
  heard(): void {
    this.silent = 0;
    this.isBlocked = false;
    this.found();
  }

  private knock(): void {
    clearTimeout(this.knocking);
    this.knocking = setTimeout(() => {
      void this.look().then((isFound) => {
        if (!isFound) this.knock();
      });
    }, KNOCK_MS);
  }
}

export const reach = new Reach();
