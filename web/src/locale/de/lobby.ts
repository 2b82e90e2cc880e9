// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import texts from './index';

const { plural } = forms('de');

const name = (player: PlayerView): string => texts.player.name(player);

const weight = (rated: boolean): string => (rated ? 'gewertet' : 'ungewertet');

const reasons: Record<DeclineReason, string> = {
  none: 'Kein Grund',
  later: 'Jetzt nicht',
  too_fast: 'Zu schnell für mich',
  too_slow: 'Zu langsam für mich',
  rated: 'Nur gewertete Partien',
  casual: 'Nur ungewertete Partien',
  standard: 'Nur normales Schach',
};

function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'Farbe zufällig';
  return (color === 'white') !== yours ? 'du spielst Weiß' : 'du spielst Schwarz';
}

const challenge: Parts['lobby']['challenge'] = {
  short: 'Herausfordern',
  invite: 'Einladen',
  byLink: 'Mit Link',
  byName: 'Mit Namen',
  noName: 'Gib einen Spielernamen ein.',
  name: 'Name',
  to: (player: string) => `${player} herausfordern`,
  changeTitle: (player: string) => `Änderung für ${player} vorschlagen`,
  send: 'Herausforderung senden',
  propose: 'Vorschlagen',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Herausforderung von ${name(challenge.from)}` : `Herausforderung an ${name(challenge.to)}`,
  challengesYou: 'fordert dich heraus',
  waitsFor: 'Warten auf',
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'fen') facts.push('aus einer Stellung');
    else if (terms.start.kind !== 'standard') facts.push(texts.game.variants[terms.start.kind]);
    if (terms.private) facts.push('privat');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Ändern',
  takeBack: 'Abbrechen',
  back: 'Zurück',
  declineWhy: 'Mit Begründung ablehnen',
  reason: 'Grund',
  reasons,
  began: (opponent: string) => `Deine Partie mit ${opponent} hat begonnen.`,
  toGame: 'Zur Partie',
  close: 'Schließen',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} lehnt ab.` : `${other} lehnt ab: ${reasons[ended.reason]}.`;
      case 'cancelled':
        return `${other} hat die Herausforderung zurückgezogen.`;
      case 'expired':
        return challenge.yours ? `Die Herausforderung von ${other} ist abgelaufen.` : `Deine Herausforderung an ${other} ist abgelaufen.`;
      case 'accepted':
        return `${other} nimmt an.`;
    }
  },
};

const lobby: Parts['lobby'] = {
  challenge,
  notices: 'Herausforderungen und Suchen',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Schnellschach', classical: 'Klassisch' },
  customHint: 'eigene Zeit, Farbe oder Wertungsspanne',
  ratedHint: 'Zählt für die Wertungszahlen beider Spieler.',
  hint: 'Wähle eine Zeit. Sobald jemand dieselbe wählt, geht es los.',
  searching: (time: string, rated: boolean) => `Gegner wird gesucht: ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} wartet auf eine ungewertete Partie, ${time}.`,
  playCasual: 'Ungewertet spielen',
  cancel: 'Abbrechen',
  open: 'Warten auf einen Gegner',
  followed: 'Spieler, denen du folgst',
  plays: 'spielt gerade',
  watch: (player: string) => `Die Partie von ${player} ansehen`,
  first: 'Du wartest als Erster. Wer als Nächstes diese Zeit wählt, spielt gegen dich.',
  firstOfClass: 'Du wartest auf deine Klasse und auf Spieler, denen du folgst.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Melde dich an, um gewertet zu spielen.',
    protected: 'Du spielst mit deiner Klasse und mit Spielern, denen du folgst.',
    apart: 'Gegen einige dieser Spieler kannst du nicht spielen.',
  },
  waiting: (count: number) => (count === 0 ? 'Niemand wartet.' : plural(count, { one: '# wartet', other: '# warten' })),
  nobody: 'Gerade wartet niemand. Wähle eine Zeit und leg los.',
  more: (count: number) => `und ${count} weitere`,
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.variant !== 'standard') facts.push(texts.game.variants[seek.variant]);
    if (seek.color) facts.push(`spielt ${texts.sides[seek.color]}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Gegen ${player} spielen, ${facts}`,
  playShort: 'Spielen',
  ended: {
    cancelled: '',
    elsewhere: 'Du suchst jetzt in einem anderen Tab.',
    asleep: 'Dieser Tab war inaktiv, deshalb wurde die Suche beendet. Wähle eine Zeit, um neu zu suchen.',
  },
};

export default lobby;
