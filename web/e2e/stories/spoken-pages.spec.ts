// SPDX-License-Identifier: AGPL-3.0-or-later
// Pages and dialogs as assistive technology sees them. The home page and a game stand in `accessibility.spec.ts`.
import { expect, register, test } from '../support/people';

const PAGES: Record<string, string> = {
  '/watch': `
    - main:
      - heading "Watch" [level=1]
  `,
  '/editor': `
    - main:
      - heading "Board editor" [level=1]
      - grid "Board"
      - group "Tool":
        - radio "white king"
        - radio "Move pieces" [checked]
        - radio "black king"
        - radio "Empty squares"
      - button "Starting position"
      - button "Clear board"
      - group "To move":
        - radio "White" [checked]
        - radio "Black"
      - group "Castling":
        - checkbox "White, king side" [checked]
        - checkbox "Black, queen side" [checked]
      - combobox "En passant" [disabled]
      - textbox "FEN"
      - status:
        - paragraph: A game can begin here.
      - button "Play a friend"
      - button "Play the computer"
  `,
  '/board': `
    - main:
      - heading "Two players, one screen" [level=1]
      - textbox "White’s name"
      - textbox "Black’s name"
      - group "Time":
        - radio "No limit" [checked]
        - radio "Custom"
      - switch "Turn the board after each move" [checked]
      - button "Start game"
  `,
  '/players': `
    - main:
      - heading "Players" [level=1]
      - searchbox "Search by name"
      - heading "Leaderboards" [level=2]
  `,
  '/players/blitz': `
    - main:
      - heading "Blitz leaderboard" [level=1]
      - navigation "Leaderboards":
        - link "Bullet"
        - link "Chess960"
  `,
  '/settings': `
    - main:
      - navigation "Settings":
        - link "Display and language"
        - link "Appearance"
        - link "Apps and data"
        - link "Close account"
      - heading "Settings" [level=1]
      - group "Display and language":
        - heading "Display and language" [level=2]
        - region "Appearance":
          - heading "Appearance" [level=3]
          - group "Theme":
            - radio "System" [checked]
            - radio "Light"
            - radio "Dark"
          - combobox "Language":
            - option "English" [selected]
            - option "Deutsch"
      - group "Board and sounds":
        - region "Board":
          - slider "Board size"
        - region "Moving":
          - switch "Premoves" [checked]
        - region "Sound and feel":
          - slider "Volume"
          - switch "Sounds" [checked]
  `,
  '/@/NAME': `
    - main:
      - heading /NAME/ [level=1]
      - heading "Results" [level=2]
      - heading "Best wins" [level=2]
      - heading "Games" [level=2]
      - link "All games"
  `,
  '/@/NAME/games': `
    - main:
      - heading "NAME · Games" [level=1]
      - group "Show only":
        - textbox "Opponent"
        - combobox "Colour"
        - combobox "Result"
        - combobox "Speed"
        - combobox "Rated"
        - button "More filters"
      - link "Download PGN"
      - paragraph: No games yet.
  `,
  '/desk': `
    - main:
      - heading "The desk is for staff" [level=1]
      - link "Go to the start page"
  `,
};

test('the pages that everybody finds name their parts in order', async ({ person }) => {
  const page = await person();
  const name = await register(page);
  for (const [path, parts] of Object.entries(PAGES)) {
    await page.goto(path.replace('NAME', name));
    await expect.soft(page.getByRole('main'), path).toMatchAriaSnapshot(parts.replaceAll('NAME', name));
  }
});

test('dialogs name their fields in order', async ({ person }) => {
  const guest = await person();
  await guest.goto('/');
  await guest.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(guest.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Log in":
      - heading "Log in" [level=2]
      - button "Cancel"
      - textbox "Name"
      - textbox "Password"
      - button "Log in"
      - paragraph:
        - button "Register"
      - paragraph:
        - link "Log in with a card"
  `);
  await guest.keyboard.press('Escape');
  await guest.getByRole('button', { name: 'Play a friend', exact: true }).click();
  await expect(guest.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Play a friend":
      - heading "Play a friend" [level=2]
      - group "Time":
        - radio "No limit"
        - radio "10+0" [checked]
        - radio "Custom"
      - group "Your colour":
        - radio "White"
        - radio "Random" [checked]
        - radio "Black"
      - switch "Private"
      - button "Create game"
  `);
});
