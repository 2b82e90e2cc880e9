// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import texts from './index';

const { plural } = forms('es');

const name = (player: PlayerView): string => texts.player.name(player);

const weight = (rated: boolean): string => (rated ? 'por puntos' : 'amistosa');

const reasons: Record<DeclineReason, string> = {
  none: 'Sin motivo',
  later: 'Ahora no',
  too_fast: 'Demasiado rápida para mí',
  too_slow: 'Demasiado lenta para mí',
  rated: 'Solo partidas por puntos',
  casual: 'Solo partidas amistosas',
  standard: 'Solo ajedrez normal',
};

function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'color al azar';
  return (color === 'white') !== yours ? 'juegas con blancas' : 'juegas con negras';
}

const challenge: Parts['lobby']['challenge'] = {
  short: 'Desafiar',
  invite: 'Invitar',
  byLink: 'Con enlace',
  byName: 'Por nombre',
  noName: 'Escribe el nombre de un jugador.',
  name: 'Nombre',
  to: (player: string) => `Desafiar a ${player}`,
  changeTitle: (player: string) => `Proponer cambios a ${player}`,
  send: 'Enviar desafío',
  propose: 'Proponer',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Desafío de ${name(challenge.from)}` : `Desafío a ${name(challenge.to)}`,
  challengesYou: 'te desafía',
  waitsFor: 'Esperando a',
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'fen') facts.push('desde una posición');
    else if (terms.start.kind !== 'standard') facts.push(texts.game.variants[terms.start.kind]);
    if (terms.private) facts.push('privada');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Cambiar',
  takeBack: 'Cancelar',
  back: 'Atrás',
  declineWhy: 'Rechazar con un motivo',
  reason: 'Motivo',
  reasons,
  began: (opponent: string) => `Tu partida con ${opponent} ha empezado.`,
  toGame: 'Ir a la partida',
  close: 'Cerrar',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} no acepta.` : `${other} no acepta: ${reasons[ended.reason].toLocaleLowerCase('es')}.`;
      case 'cancelled':
        return `${other} ha cancelado el desafío.`;
      case 'expired':
        return challenge.yours ? `El desafío de ${other} ha caducado.` : `Tu desafío a ${other} ha caducado.`;
      case 'accepted':
        return `${other} acepta.`;
    }
  },
};

const lobby: Parts['lobby'] = {
  challenge,
  notices: 'Desafíos y búsquedas',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rápidas', classical: 'Clásicas' },
  customHint: 'tu tiempo, color o margen de puntuación',
  ratedHint: 'Cuenta para la puntuación de los dos jugadores.',
  hint: 'Elige un ritmo. La partida empieza en cuanto alguien elija el mismo.',
  searching: (time: string, rated: boolean) => `Buscando rival: ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} espera una partida amistosa, ${time}.`,
  playCasual: 'Jugar amistosa',
  cancel: 'Cancelar',
  open: 'Esperando rival',
  followed: 'Jugadores que sigues',
  plays: 'jugando ahora',
  watch: (player: string) => `Ver la partida de ${player}`,
  first: 'Eres el primero. El siguiente que elija este ritmo juega contra ti.',
  firstOfClass: 'Esperando a tu clase y a los jugadores que sigues.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Entra para jugar partidas por puntos.',
    protected: 'Puedes jugar con tu clase y con los jugadores que sigues.',
    apart: 'No puedes jugar contra algunos de estos jugadores.',
  },
  waiting: (count: number) => (count === 0 ? 'Nadie espera.' : plural(count, { one: '# en espera', other: '# en espera' })),
  nobody: 'No hay nadie esperando. Elige un ritmo para empezar.',
  more: (count: number) => `y ${count} más`,
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.variant !== 'standard') facts.push(texts.game.variants[seek.variant]);
    if (seek.color) facts.push(`juega con ${texts.sides[seek.color].toLocaleLowerCase('es')}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Jugar con ${player}, ${facts}`,
  playShort: 'Jugar',
  ended: {
    cancelled: '',
    elsewhere: 'Ahora buscas en otra pestaña.',
    asleep: 'Esta pestaña estaba inactiva y la búsqueda terminó. Elige un ritmo para buscar de nuevo.',
  },
};

export default lobby;
