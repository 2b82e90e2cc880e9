// SPDX-License-Identifier: AGPL-3.0-or-later
// Slots: places on a subject's page where any subject may show something of its own. A subject fills the slot NAME by a file
// `slots/NAME.ts` in its folder, and the page with the slot finds these files, so it knows none of those who fill it.
// The slots are `desk`, `home`, `news`, `profile`, `facts`, `beside`, `afterGame` and `wayOn`. They do not stand in `subject.ts`, which comes with every page.
import type { Component } from 'svelte';
import { languages } from '../locale';
import type { PartName } from '../locale/dictionary';
import type { GameView, Profile, RoleView } from '../platform/protocol';
import type { Linked } from './listed';

/** What a slot shows is sorted by `place`; places are numbered in tens, so that there is room between them. */
interface Placed {
  place: number;
}

/** A component, which is fetched with its texts when the page wants it. What it is given is said where the page shows it. */
export interface Slotted extends Placed {
  load: () => Promise<{ default: unknown }>;
  texts: PartName[];
}

/** A part of the desk (`desk/parts.ts`). */
export interface DeskPart extends Slotted {
  /** What stands for it in the address. */
  part: string;
  /** Its name, in one of its `texts`. */
  name: () => string;
  /** Who works there. */
  roles: RoleView[];
}

/** A card on a player's profile. It is given `CardProps`. */
export interface ProfileCard extends Slotted {
  /** Whether only others with an account see it. */
  isForOthers?: boolean;
}

/** What a card on a profile is given. */
export interface CardProps extends Record<string, unknown> {
  profile: Profile;
  /** What the card shows has come, or will not: nothing moves any more. */
  ontold: () => void;
}

/** Something beside a game: a line above its facts, or a card beside a player's own game, running or over. It is given the game and its `id`. */
export interface GamePart extends Slotted {
  /** Which games have it. */
  isFor: (game: GameView) => boolean;
}

/** A link below the large ways into a game. It is called as `t.links` calls its page. */
export interface HomeLink extends Placed {
  to: Linked;
}

/** What a subject has to tell on the start page. */
export interface News {
  href: string;
  text: string;
  /** What the pointer is told: a name that may be cut short. */
  title?: string;
  /** What stands behind the link. */
  note?: string;
}

/** A line below the large ways into a game. `line` is called while the page is made, and may have state and effects; null says nothing. */
export interface NewsLine extends Placed {
  line: () => { readonly now: News | null };
}

/** A link from a game that is over. It is called as `t.links` calls its page. */
export interface GameLink extends Placed {
  to: (game: string) => Linked;
}

/** What the files of all subjects give to a slot, in order. */
export const inOrder = <T extends Placed>(files: Record<string, T[]>): T[] =>
  Object.values(files)
    .flat()
    .sort((a, b) => a.place - b.place);

/** Fetches the texts of some things in a slot. */
export const needTexts = (slotted: Slotted[]): Promise<unknown> =>
  Promise.all(slotted.flatMap(({ texts }) => texts.map((part) => languages.need(part))));

/** Something in a slot that was fetched. */
export interface Loaded<Props extends Record<string, unknown>> extends Placed {
  Shown: Component<Props>;
}

/** Fetches some things in a slot with their texts. `Props` is what the page gives to each. */
export async function loadSlotted<Props extends Record<string, unknown>>(slotted: Slotted[]): Promise<Loaded<Props>[]> {
  const [files] = await Promise.all([Promise.all(slotted.map(({ load }) => load())), needTexts(slotted)]);
  return slotted.map(({ place }, index) => ({ place, Shown: files[index]?.default as Component<Props> }));
}
