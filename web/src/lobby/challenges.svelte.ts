// SPDX-License-Identifier: AGPL-3.0-or-later
import { send } from '../platform/api';
import { mine } from '../platform/mine';
import type {
  ChallengeEnd,
  ChallengeTerms,
  ChallengeView,
  DeclineReason,
  GameCreated,
  GameId,
  PlayerView,
} from '../platform/protocol';
import { router } from '../platform/router.svelte';
import type { TopicMessage } from '../platform/socket';
import { t } from '../locale';
import { problemOf } from '../ui/problem';
import { search } from './search.svelte';

/** What the person is told about a challenge or a game that began elsewhere, until they put it away. */
export type News = { kind: 'ended'; challenge: ChallengeView; ended: ChallengeEnd } | { kind: 'began'; game: GameId; opponent: PlayerView };

/** Challenges to and from this person, and games that begin. */
export class Challenges {
  open = $state.raw<readonly ChallengeView[]>([]);
  news = $state.raw<News | null>(null);
  /** Why the last answer failed, and to which challenge it was. */
  problem = $state.raw<{ id: string; text: string } | null>(null);
  /** The challenge that is being answered. */
  busy = $state<string | null>(null);
  readonly received = $derived(this.open.filter(({ yours }) => yours));
  readonly sent = $derived(this.open.filter(({ yours }) => !yours));

  /** Challenges that this tab has made: their games are opened here. */
  private readonly made = new Set<string>();

  start(): void {
    mine.on((message) => this.hear(message));
  }

  /** Challenges a player by name. */
  async make(to: string, terms: ChallengeTerms): Promise<void> {
    const made = await send<ChallengeView>('POST', '/api/page/challenges', { to, terms });
    this.made.add(made.id);
    this.put(made);
  }

  async accept(challenge: ChallengeView): Promise<void> {
    await this.act(challenge, async () => {
      const { id } = await send<GameCreated>('POST', `${path(challenge)}/accept`, { version: challenge.version });
      this.take(challenge.id);
      router.go({ page: 'game', id });
    });
  }

  async decline(challenge: ChallengeView, reason: DeclineReason): Promise<void> {
    await this.act(challenge, async () => {
      await send('POST', `${path(challenge)}/decline`, { version: challenge.version, reason });
      this.take(challenge.id);
    });
  }

  async cancel(challenge: ChallengeView): Promise<void> {
    await this.act(challenge, async () => {
      await send('POST', `${path(challenge)}/cancel`, { version: challenge.version });
      this.take(challenge.id);
    });
  }

  /** Proposes other terms. */
  async change(challenge: ChallengeView, terms: ChallengeTerms): Promise<void> {
    const changed = await send<ChallengeView>('POST', `${path(challenge)}/change`, { version: challenge.version, terms });
    this.made.add(changed.id);
    this.put(changed);
  }

  /** One at a time; what goes wrong is told where the challenge stands. */
  private async act(challenge: ChallengeView, deed: () => Promise<void>): Promise<void> {
    if (this.busy !== null) return;
    this.busy = challenge.id;
    this.problem = null;
    try {
      await deed();
    } catch (error) {
      this.problem = { id: challenge.id, text: problemOf(error, t.errors.failed ?? '') };
    } finally {
      this.busy = null;
    }
  }

  private hear(message: TopicMessage): void {
    switch (message.type) {
      case 'mine':
        // What still waits stays where it is: somebody may be about to press one of its buttons.
        this.open = this.open.filter(({ id }) => message.challenges.includes(id));
        break;
      case 'challenge':
        this.put(message.challenge);
        break;
      case 'challenge_ended':
        this.ended(message.challenge, message.ended);
        break;
      case 'paired':
        this.paired(message.game, message.opponent);
        break;
    }
  }

  private ended(challenge: ChallengeView, ended: ChallengeEnd): void {
    this.take(challenge.id);
    if (ended.how === 'accepted') search.expects ||= this.made.has(challenge.id);
    // Only what somebody else has done is news.
    else if (ended.how === 'expired' || (ended.how === 'declined' && !challenge.yours) || (ended.how === 'cancelled' && challenge.yours))
      this.news = { kind: 'ended', challenge, ended };
    this.made.delete(challenge.id);
  }

  private paired(game: GameId, opponent: PlayerView): void {
    if (search.paired()) router.go({ page: 'game', id: game });
    else if (router.route?.page !== 'game' || router.route.id !== game) this.news = { kind: 'began', game, opponent };
  }

  private put(challenge: ChallengeView): void {
    const older = this.open.find(({ id }) => id === challenge.id);
    if (older && older.version > challenge.version) return;
    this.open = older ? this.open.map((each) => (each === older ? challenge : each)) : [...this.open, challenge];
  }

  private take(id: string): void {
    this.open = this.open.filter((each) => each.id !== id);
  }
}

const path = ({ id }: ChallengeView): string => `/api/page/challenges/${id}`;

export const challenges = new Challenges();
