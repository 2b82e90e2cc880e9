// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of what a phone at the venue opens with a code, and of the arbiter's page and paper for it.

export const venue = {
  seats: {
    title: 'Codes for players at the venue',
    hint: 'These games are played on this server. The player here opens the game with the code, on any phone or laptop. Hand it to that player only: whoever has it plays.',
    show: (player: string) => `Show the QR code for ${player}`,
    hide: 'Hide',
    type: (address: string) => `Or open ${address} and type:`,
    scan: 'Scan to play this game',
  },
  seat: {
    title: 'Your game',
    code: 'Your 8-digit code',
    open: 'Open',
    you: (isWhite: boolean, opponent: string) => `You have ${isWhite ? 'White' : 'Black'} against ${opponent}.`,
    waits: 'Your game opens here when the arbiter starts the round. Keep this page open.',
  },
};
