// SPDX-License-Identifier: AGPL-3.0-or-later
// The icons that the page uses, from Lucide (ISC). Only their strokes are kept: size and colour are the page's.
import flip from 'lucide-static/icons/arrow-up-down.svg?raw';
import bell from 'lucide-static/icons/bell.svg?raw';
import bot from 'lucide-static/icons/bot.svg?raw';
import brush from 'lucide-static/icons/brush.svg?raw';
import check from 'lucide-static/icons/check.svg?raw';
import down from 'lucide-static/icons/chevron-down.svg?raw';
import first from 'lucide-static/icons/chevron-first.svg?raw';
import last from 'lucide-static/icons/chevron-last.svg?raw';
import previous from 'lucide-static/icons/chevron-left.svg?raw';
import next from 'lucide-static/icons/chevron-right.svg?raw';
import copy from 'lucide-static/icons/copy.svg?raw';
import download from 'lucide-static/icons/download.svg?raw';
import eraser from 'lucide-static/icons/eraser.svg?raw';
import eye from 'lucide-static/icons/eye.svg?raw';
import resign from 'lucide-static/icons/flag.svg?raw';
import chat from 'lucide-static/icons/message-square.svg?raw';
import clock from 'lucide-static/icons/clock-plus.svg?raw';
import more from 'lucide-static/icons/ellipsis.svg?raw';
import hand from 'lucide-static/icons/hand.svg?raw';
import draw from 'lucide-static/icons/handshake.svg?raw';
import info from 'lucide-static/icons/info.svg?raw';
import device from 'lucide-static/icons/laptop.svg?raw';
import link from 'lucide-static/icons/link.svg?raw';
import logOut from 'lucide-static/icons/log-out.svg?raw';
import moon from 'lucide-static/icons/moon.svg?raw';
import pencil from 'lucide-static/icons/pencil.svg?raw';
import print from 'lucide-static/icons/printer.svg?raw';
import again from 'lucide-static/icons/rotate-ccw.svg?raw';
import search from 'lucide-static/icons/search.svg?raw';
import gear from 'lucide-static/icons/settings.svg?raw';
import share from 'lucide-static/icons/share-2.svg?raw';
import shield from 'lucide-static/icons/shield.svg?raw';
import sun from 'lucide-static/icons/sun.svg?raw';
import upload from 'lucide-static/icons/upload.svg?raw';
import warning from 'lucide-static/icons/triangle-alert.svg?raw';
import trophy from 'lucide-static/icons/trophy.svg?raw';
import undo from 'lucide-static/icons/undo-2.svg?raw';
import user from 'lucide-static/icons/user.svg?raw';
import friends from 'lucide-static/icons/users.svg?raw';
import loud from 'lucide-static/icons/volume-2.svg?raw';
import muted from 'lucide-static/icons/volume-x.svg?raw';
import zen from 'lucide-static/icons/scan.svg?raw';
import close from 'lucide-static/icons/x.svg?raw';

const strokes = (svg: string): string => svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));

export const icons = {
  again: strokes(again),
  bell: strokes(bell),
  bot: strokes(bot),
  chat: strokes(chat),
  brush: strokes(brush),
  check: strokes(check),
  clock: strokes(clock),
  close: strokes(close),
  copy: strokes(copy),
  device: strokes(device),
  down: strokes(down),
  download: strokes(download),
  draw: strokes(draw),
  eraser: strokes(eraser),
  eye: strokes(eye),
  first: strokes(first),
  flip: strokes(flip),
  friends: strokes(friends),
  gear: strokes(gear),
  hand: strokes(hand),
  info: strokes(info),
  last: strokes(last),
  link: strokes(link),
  logOut: strokes(logOut),
  loud: strokes(loud),
  more: strokes(more),
  moon: strokes(moon),
  muted: strokes(muted),
  next: strokes(next),
  pencil: strokes(pencil),
  previous: strokes(previous),
  print: strokes(print),
  resign: strokes(resign),
  search: strokes(search),
  share: strokes(share),
  shield: strokes(shield),
  sun: strokes(sun),
  trophy: strokes(trophy),
  undo: strokes(undo),
  upload: strokes(upload),
  user: strokes(user),
  warning: strokes(warning),
  zen: strokes(zen),
};

export type IconName = keyof typeof icons;
