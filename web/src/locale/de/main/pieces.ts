// SPDX-License-Identifier: AGPL-3.0-or-later
// The pieces as German declines them.
import type { Color, Role } from '../../../platform/protocol';

/** A piece in the cases that the sentences need. */
interface Declined {
  name: string;
  plural: string;
  /** Nominative and accusative with the article. */
  the: string;
  den: string;
  /** Dative after "von". */
  von: string;
  /** "am Springer": dative after "an". */
  an: string;
  /** "weißer", "weiße". */
  ending: string;
  /** "der eigene Springer". */
  own: string;
}

const masculine = (name: string, plural: string, weak = name): Declined => ({
  name,
  plural,
  the: `der ${name}`,
  den: `den ${weak}`,
  von: `vom ${weak}`,
  an: `am ${weak}`,
  ending: 'er',
  own: `der eigene ${name}`,
});

export const pieces: Record<Role, Declined> = {
  pawn: masculine('Bauer', 'Bauern', 'Bauern'),
  knight: masculine('Springer', 'Springer'),
  bishop: masculine('Läufer', 'Läufer'),
  rook: masculine('Turm', 'Türme'),
  king: masculine('König', 'Könige'),
  queen: {
    name: 'Dame',
    plural: 'Damen',
    the: 'die Dame',
    den: 'die Dame',
    von: 'von der Dame',
    an: 'an der Dame',
    ending: 'e',
    own: 'die eigene Dame',
  },
};

/** "Der Springer", at the beginning of a sentence. */
export const The = (role: Role): string => (role === 'queen' ? 'Die Dame' : `Der ${pieces[role].name}`);

const stems: Record<Color, string> = { white: 'weiß', black: 'schwarz' };

/** "weißer Bauer", "schwarze Dame". */
export const coloured = (color: Color, role: Role): string =>
  `${stems[color]}${pieces[role].ending} ${pieces[role].name}`;
