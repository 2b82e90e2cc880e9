// SPDX-License-Identifier: AGPL-3.0-or-later
// The icons that the page uses, from Lucide (ISC). Only their strokes are kept: size and colour are the page's.
import flip from 'lucide-static/icons/arrow-up-down.svg?raw';
import bot from 'lucide-static/icons/bot.svg?raw';
import check from 'lucide-static/icons/check.svg?raw';
import first from 'lucide-static/icons/chevron-first.svg?raw';
import last from 'lucide-static/icons/chevron-last.svg?raw';
import previous from 'lucide-static/icons/chevron-left.svg?raw';
import next from 'lucide-static/icons/chevron-right.svg?raw';
import copy from 'lucide-static/icons/copy.svg?raw';
import download from 'lucide-static/icons/download.svg?raw';
import eye from 'lucide-static/icons/eye.svg?raw';
import resign from 'lucide-static/icons/flag.svg?raw';
import draw from 'lucide-static/icons/handshake.svg?raw';
import info from 'lucide-static/icons/info.svg?raw';
import link from 'lucide-static/icons/link.svg?raw';
import again from 'lucide-static/icons/rotate-ccw.svg?raw';
import friends from 'lucide-static/icons/users.svg?raw';
import loud from 'lucide-static/icons/volume-2.svg?raw';
import muted from 'lucide-static/icons/volume-x.svg?raw';
import close from 'lucide-static/icons/x.svg?raw';

const strokes = (svg: string): string => svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));

export const icons = {
  again: strokes(again),
  bot: strokes(bot),
  check: strokes(check),
  close: strokes(close),
  copy: strokes(copy),
  download: strokes(download),
  draw: strokes(draw),
  eye: strokes(eye),
  first: strokes(first),
  flip: strokes(flip),
  friends: strokes(friends),
  info: strokes(info),
  last: strokes(last),
  link: strokes(link),
  loud: strokes(loud),
  muted: strokes(muted),
  next: strokes(next),
  previous: strokes(previous),
  resign: strokes(resign),
};

export type IconName = keyof typeof icons;
