// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the page on which a program asks for access.
import type { Parts } from '../dictionary';

const oauth: Parts['oauth'] = {
  title: 'Una aplicación pide acceso',
  asks: (origin: string) => `${origin} quiere actuar por ti aquí.`,
  allows: 'Podrá:',
  nothing: 'Ver tu perfil público y nada más.',
  as: (name: string) => `Has entrado como ${name}.`,
  logIn: 'Inicia sesión para continuar.',
  allow: 'Permitir',
  refuse: 'Rechazar',
  revoke: 'Puedes revocarlo en los ajustes cuando quieras.',
  scopes: {
    'board:play': 'Jugar partidas con un tablero',
    'bot:play': 'Jugar partidas como bot',
    'challenge:read': 'Ver tus desafíos',
    'challenge:write': 'Enviar, aceptar y rechazar desafíos',
    'challenge:bulk': 'Crear muchas partidas para otros',
    'email:read': 'Ver tu dirección de correo',
    'preference:read': 'Ver tus ajustes',
    'preference:write': 'Cambiar tus ajustes',
    'follow:read': 'Ver a quién sigues',
    'follow:write': 'Seguir y bloquear jugadores',
    'msg:write': 'Escribir mensajes',
  } as Record<string, string>,
};

export default oauth;
