// SPDX-License-Identifier: AGPL-3.0-or-later
// The board that a game's document brings (`first_board.rs` on the server): it is seen before this page's own files have
// come, and stays until the page has drawn the game itself.

const address = location.pathname;
let frame = document.querySelector('#app > .frame');
let board = document.querySelector('.first-board');

/** While the game's page is on its way: the whole frame stays. */
export function keepFrame(place: Element): void {
  if (frame && location.pathname === address) place.append(frame);
  frame = null;
}

/** Until the page knows the game: the board stays. */
export function keepBoard(place: Element): () => void {
  if (board && location.pathname === address) place.append(board);
  return () => {
    board = null;
  };
}
