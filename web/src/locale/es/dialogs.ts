// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of what any page may show: the list of notices, the note that an account was closed, the report of a person.
import type { Parts } from '../dictionary';

const dialogs: Parts['dialogs'] = {
  notices: {
    fromStaff: 'Del equipo:',
    none: 'Nada nuevo.',
    failed: 'Las notificaciones no se pueden cargar ahora.',
  },
  closedNow: (name: string, appeal: string) => `La cuenta ${name} se ha cerrado. Ahora eres un invitado. ${appeal}`,
  playingAs: (name: string) => `Has entrado como ${name}. ¿Eres tú?`,
  itsMe: 'Sí, soy yo',
  switchPlayer: 'Cambiar de jugador',
  closeNote: 'Cerrar',
  reportTitle: (name: string) => `Denunciar a ${name} ante el equipo`,
  reported: 'Gracias. El equipo lo mirará.',
  reportHint: 'Solo lo lee el equipo. Di qué ha pasado y en qué partida.',
  reportWhat: '¿Qué ha pasado?',
  reportSend: 'Enviar denuncia',
};

export default dialogs;
