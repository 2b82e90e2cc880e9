// SPDX-License-Identifier: AGPL-3.0-or-later
//! How the pages look: by day, at night, on a phone and on paper.

pub(super) const STYLE: &str = r":root {
  color-scheme: light dark;
  --ground: #fbfaf8;
  --surface: #fff;
  --text: #23211e;
  --muted: #66615a;
  --line: #dcd8d1;
  --accent: #0c6370;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #191b1f;
    --surface: #212429;
    --text: #e9e7e3;
    --muted: #a9a59e;
    --line: #3b3f46;
    --accent: #5cc3d2;
  }
}

body {
  max-width: 1100px;
  margin: 0 auto;
  padding: 16px;
  background: var(--ground);
  color: var(--text);
  font: 15px/1.5 system-ui, sans-serif;
}

a {
  color: var(--accent);
}

h1 {
  margin: 16px 0 8px;
  font-size: 24px;
}

h2 {
  margin: 24px 0 8px;
  font-size: 18px;
  overflow-wrap: anywhere;
}

nav {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
}

nav a {
  padding: 4px 0;
}

[aria-current] {
  color: inherit;
  font-weight: 600;
  text-decoration: none;
}

.event {
  margin: 0 0 4px;
  font-size: 18px;
  font-weight: 600;
  overflow-wrap: anywhere;
}

.facts,
.small {
  color: var(--muted);
}

.small {
  font-size: 13px;
}

.programme {
  white-space: pre-line;
}

table {
  border-collapse: collapse;
  width: 100%;
  background: var(--surface);
  font-variant-numeric: tabular-nums;
}

th,
td {
  padding: 6px 8px;
  border-bottom: 1px solid var(--line);
  text-align: start;
}

th {
  color: var(--muted);
  font-size: 13px;
  font-weight: 600;
}

/* Names break at their spaces. A word that is wider than its column is cut, so that no table is wider than the page. */
.whole,
.half {
  overflow: hidden;
  width: 100%;
  max-width: 0;
  text-overflow: ellipsis;
}

.half {
  width: 50%;
}

.part {
  padding-top: 16px;
  color: inherit;
  font-size: 15px;
}

.score {
  display: flex;
  flex-wrap: wrap;
  gap: 0 8px;
  align-items: baseline;
  font-size: 18px;
  overflow-wrap: anywhere;
}

.score b {
  white-space: nowrap;
}

.number {
  text-align: end;
}

.result,
.cell {
  text-align: center;
  white-space: nowrap;
}

.wide {
  overflow-x: auto;
}

tr:target td,
section:target h2 {
  box-shadow: inset 3px 0 var(--accent);
}

abbr {
  color: var(--muted);
  font-size: 13px;
}

.game {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 16px;
  align-items: start;
}

.board {
  margin: 0;
  padding: 8px;
  border: 1px solid var(--line);
  background: var(--surface);
  font: 18px/1.25 ui-monospace, monospace;
}

.moves {
  margin: 0;
}

@media (max-width: 719px) {
  .game {
    grid-template-columns: 1fr;
  }

  th,
  td {
    padding: 6px 4px;
  }
}

@media print {
  body {
    background: #fff;
    color: #000;
  }

  nav {
    display: none;
  }
}
";
