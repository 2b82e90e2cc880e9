// SPDX-License-Identifier: AGPL-3.0-or-later
// The icons that the page uses, from Lucide (ISC): a line each, with the name that Lucide has for it.

/** The strokes of an icon: its size and its colour are the page's. `build/icons.ts` reads them when the page is built. */
declare function lucide(name: string): string;

export const icons = {
  again: lucide('rotate-ccw'),
  bell: lucide('bell'),
  bot: lucide('bot'),
  brush: lucide('brush'),
  chat: lucide('message-square'),
  check: lucide('check'),
  clock: lucide('clock-plus'),
  close: lucide('x'),
  copy: lucide('copy'),
  device: lucide('laptop'),
  down: lucide('chevron-down'),
  download: lucide('download'),
  draw: lucide('handshake'),
  eraser: lucide('eraser'),
  eye: lucide('eye'),
  find: lucide('swords'),
  first: lucide('chevron-first'),
  flip: lucide('arrow-up-down'),
  friends: lucide('users'),
  gear: lucide('settings'),
  hand: lucide('hand'),
  info: lucide('info'),
  last: lucide('chevron-last'),
  link: lucide('link'),
  logOut: lucide('log-out'),
  loud: lucide('volume-2'),
  moon: lucide('moon'),
  more: lucide('ellipsis'),
  muted: lucide('volume-x'),
  next: lucide('chevron-right'),
  pencil: lucide('pencil'),
  players: lucide('users-round'),
  previous: lucide('chevron-left'),
  print: lucide('printer'),
  resign: lucide('flag'),
  share: lucide('share-2'),
  shield: lucide('shield'),
  sun: lucide('sun'),
  trophy: lucide('trophy'),
  undo: lucide('undo-2'),
  upload: lucide('upload'),
  user: lucide('user'),
  warning: lucide('triangle-alert'),
  zen: lucide('scan'),
};

export type IconName = keyof typeof icons;
