// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the pages show of a match between two teams: how it stands, and the players of each team by their boards.

use tabiya_protocol::events::{EntrantId, EventLineView, TeamSide, TeamsView};
use tabiya_tournament::Points;

use super::Site;
use super::html::escaped;
use super::words::Words;

/// A player of a team: the board, which nobody has who has left, and the line of the standings.
type Place<'a> = (Option<usize>, &'a EventLineView);

impl Site<'_> {
    /// The two teams; `None` in other formats.
    pub(super) const fn teams(&self) -> Option<&TeamsView> {
        self.view.facts.teams.as_ref()
    }

    /// How the match stands: `Berg 3.5 – 2.5 Tal`. Empty in other formats.
    pub(super) fn score(&self, words: &Words) -> String {
        let Some(teams) = self.teams() else { return String::new() };
        let [first, second] = teams.points.map(Points::tenths);
        let [one, other] = teams.names.each_ref().map(|name| escaped(name));
        format!(
            "<p class=\"score\" role=\"group\" aria-label=\"{}\"><bdi>{one}</bdi> <b>{first} – {second}</b> <bdi>{other}</bdi></p>\n",
            words.score
        )
    }

    /// The team of a player behind the name. Empty without one.
    pub(super) fn team_of(&self, id: EntrantId) -> String {
        let team = self.entrant(id).and_then(|one| one.team);
        let name = self.teams().zip(team).map(|(teams, team)| escaped(&teams.names[team.index()]));
        name.map_or(String::new(), |name| format!(" <bdi class=\"small\">{name}</bdi>"))
    }

    /// The players of both teams, board 1 first, with what they have scored once there is a round.
    pub(super) fn line_ups(&self, words: &Words) -> String {
        let Some(teams) = self.teams() else { return String::new() };
        let has_begun = !self.view.rounds.is_empty();
        let mut out = String::new();
        for side in TeamSide::BOTH {
            let points = if has_begun { format!("<th>{}</th>", words.points) } else { String::new() };
            out.push_str(&format!(
                "<h2><bdi>{}</bdi></h2>\n<table>\n<thead><tr><th>{}</th><th>{}</th><th>{}</th>{points}</tr></thead>\n<tbody>\n",
                escaped(&teams.names[side.index()]),
                words.board,
                words.player,
                words.rating
            ));
            for (board, line) in self.of_team(teams, Some(side)) {
                let rating = self.entrant(line.entrant).and_then(|one| one.rating);
                out.push_str(&format!(
                    "<tr><td class=\"number\">{}</td><td class=\"whole\">{}</td><td class=\"number\">{}</td>",
                    number_of(board),
                    self.name(words, line.entrant),
                    rating.map_or(String::new(), |rating| rating.to_string())
                ));
                if has_begun {
                    out.push_str(&format!("<td class=\"number\">{}</td>", Points::tenths(line.points)));
                }
                out.push_str("</tr>\n");
            }
            out.push_str("</tbody>\n</table>\n");
        }
        out
    }

    /// The lines of the crosstable in the parts in which they stand, each with what stands above it: the two teams with their points,
    /// and whoever has none; in other formats all lines without a head.
    pub(super) fn parts(&self) -> Vec<(String, Vec<Place<'_>>)> {
        let Some(teams) = self.teams() else {
            return vec![(String::new(), self.view.standings.iter().map(|line| (None, line)).collect())];
        };
        let head = |side: TeamSide| {
            let points = Points::tenths(teams.points[side.index()]);
            format!("<bdi>{}</bdi> {points}", escaped(&teams.names[side.index()]))
        };
        let mut parts: Vec<_> =
            TeamSide::BOTH.into_iter().map(|side| (head(side), self.of_team(teams, Some(side)))).collect();
        parts.push(("–".to_owned(), self.of_team(teams, None)));
        parts.retain(|(_, lines)| !lines.is_empty());
        parts
    }

    /// The players of a team by their boards, and behind them those who have left; `None` for those without a team.
    fn of_team(&self, teams: &TeamsView, side: Option<TeamSide>) -> Vec<Place<'_>> {
        let of_side = |line: &&EventLineView| self.entrant(line.entrant).is_some_and(|one| one.team == side);
        let order = side.map_or(&[][..], |side| teams.line_ups[side.index()].as_slice());
        let board = |line: &EventLineView| order.iter().position(|id| *id == line.entrant);
        let mut lines: Vec<Place<'_>> =
            self.view.standings.iter().filter(of_side).map(|line| (board(line), line)).collect();
        lines.sort_by_key(|(board, _)| board.unwrap_or(usize::MAX));
        lines
    }
}

/// The number of a board that is counted from 0; empty without one.
pub(super) fn number_of(board: Option<usize>) -> String {
    board.map_or(String::new(), |board| (board + 1).to_string())
}
