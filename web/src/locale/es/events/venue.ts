// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of what a phone at the venue opens with a code, and of the arbiter's page and paper for it.
import type { Parts } from '../../dictionary';

export const venue: Parts['events']['venue'] = {
  seats: {
    title: 'Códigos para los jugadores de la sala',
    hint: 'Estas partidas se juegan en este servidor. Quien está en la sala abre la suya con el código, en cualquier móvil u ordenador. Dáselo solo a ese jugador: quien lo tiene, juega.',
    show: (player) => `Mostrar el código QR de ${player}`,
    hide: 'Ocultar',
    type: (address) => `O abre ${address} y escribe:`,
    scan: 'Escanea para jugar esta partida',
  },
  seat: {
    title: 'Tu partida',
    code: 'Tu código de 8 cifras',
    open: 'Abrir',
    you: (isWhite, opponent) => `Llevas ${isWhite ? 'blancas' : 'negras'} contra ${opponent}.`,
    waits: 'Tu partida se abrirá aquí cuando el árbitro inicie la ronda. Deja esta página abierta.',
  },
};
