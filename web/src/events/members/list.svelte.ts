// SPDX-License-Identifier: AGPL-3.0-or-later
// The visitor's own list of members, as its page shows it.
import { query, read, send } from '../../platform/api';
import type { AddedMembers, ErasedMember, MemberCardView, MemberListView, MemberView } from '../../platform/protocol';
import { problemOf } from '../problem';

const PATH = '/api/page/members';

/** Asks for the visitor's list, or for those whom the letters may mean. */
export const members = (wanted: { find?: string; skip?: number } = {}): Promise<MemberListView> => read<MemberListView>(`${PATH}${query(wanted)}`);

export class MemberList {
  /** Null until the list was read. */
  list = $state.raw<MemberListView | null>(null);
  /** Why the last press did nothing; empty if it did. */
  problem = $state('');
  isBusy = $state(false);

  /** Reads the list from its beginning. */
  reload(): Promise<boolean> {
    return this.doing(async () => {
      this.list = await members();
    });
  }

  /** Reads more members, behind those that are there. */
  more(): Promise<boolean> {
    return this.doing(async () => {
      const before = this.list?.members ?? [];
      const next = await members({ skip: before.length });
      this.list = { ...next, members: [...before, ...next.members] };
    });
  }

  /** Adds a list. Null if it was refused. */
  async add(text: string): Promise<AddedMembers | null> {
    let added: AddedMembers | null = null;
    await this.doing(async () => {
      added = await send<AddedMembers>('POST', PATH, { text });
      this.list = await members();
    });
    return added;
  }

  /** Changes a member. Returns the member as it is then, or null if that was refused. */
  async change({ number, version }: MemberView, card: MemberCardView): Promise<MemberView | null> {
    let after: MemberView | null = null;
    await this.doing(async () => {
      const changed = await send<MemberView>('POST', `${PATH}/${number}`, { version, card });
      after = changed;
      if (this.list) this.list = { ...this.list, members: this.list.members.map((one) => (one.number === number ? changed : one)) };
    });
    return after;
  }

  /** Erases a member, also in all events. Null if that was refused. */
  async erase({ number }: MemberView): Promise<ErasedMember | null> {
    let erased: ErasedMember | null = null;
    await this.doing(async () => {
      erased = await send<ErasedMember>('POST', `${PATH}/${number}/erase`);
      const left = (this.list?.members ?? []).filter((one) => one.number !== number);
      this.list = { ...this.list, total: Math.max(0, (this.list?.total ?? 1) - 1), members: left };
    });
    return erased;
  }

  private async doing(what: () => Promise<void>): Promise<boolean> {
    this.isBusy = true;
    this.problem = '';
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
