// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the rating report.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { list, plural } = forms('es');

export const report: Parts['events']['report'] = {
  title: 'Informe para la puntuación',
  hint: 'El archivo del torneo (TRF) lo incluye junto a los jugadores y los resultados.',
  city: 'Ciudad',
  federation: 'Federación',
  federationHint: 'Tres letras, por ejemplo ESP.',
  chief: 'Árbitro principal',
  deputies: 'Árbitros adjuntos, uno por línea',
  date: (round) => `Fecha de la ronda ${round}`,
  proposed: 'En los campos vacíos figura el día en que empezó la ronda. Compruébalo y guárdalo.',
  saved: 'Guardado.',
  missing: 'Lo que falta',
  complete: 'No falta nada.',
  download: 'Descargar TRF',
  gaps: {
    city: 'Sin ciudad',
    federation: 'Sin federación',
    chief_arbiter: 'Sin árbitro principal',
    dates: (rounds) => `Sin fecha: ${plural(rounds.length, { one: 'ronda', other: 'rondas' })} ${list(rounds.map(String))}`,
    fideIds: (names) => `Sin identificador FIDE: ${list(names)}`,
    results: (rounds) => `Faltan resultados en ${plural(rounds.length, { one: 'la ronda', other: 'las rondas' })} ${list(rounds.map(String))}`,
  },
};
