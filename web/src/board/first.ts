// SPDX-License-Identifier: AGPL-3.0-or-later
// The board that a game's document brings (`first_board.rs` on the server): it is seen before this page's own files have
// come, and stays until the page has drawn the game itself.

const address = location.pathname;
let frame = document.querySelector('#app > .frame');
let board = document.querySelector('.first-board');

/** Shows the document's whole frame while the script of the game's page is on its way. */
export function keepFrame(place: Element): () => void {
  if (frame && location.pathname === address) place.append(frame);
  frame = null;
  // Whoever has left before the page was there sees no old position on coming back.
  return () => {
    if (location.pathname !== address) board = null;
  };
}

/** Shows the document's board until the page knows the game. Returns what ends that: games after it begin without one. */
export function keepBoard(place: Element): () => void {
  if (board && location.pathname === address) place.append(board);
  return () => {
    board = null;
  };
}
