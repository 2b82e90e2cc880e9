// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page's types are those of this crate: `web/src/platform/protocol.ts` is made here and compared here.
//! With `TABIYA_CODEGEN=1` in the environment the file is written anew; `cargo xtask codegen` does that.
#![cfg(feature = "ts")]

use std::collections::BTreeMap;
use std::path::Path;

use tabiya_protocol::boards::{
    BoardChecked, CheckSetup, GameKept, ImportGame, LiveGames, PlayerTv, SaveBoardGame, SetupChecked,
};
use tabiya_protocol::http::{CreateGame, ErrorBody, GameCreated, GameSummary, ServerInfo};
use tabiya_protocol::people::account::{
    CardLogin, ChangePassword, ConfirmSecondFactor, Login, Me, ProvePassword, RecoveryCodes, Register,
    SecondFactorBegun, SessionView, TakeGuestGames,
};
use tabiya_protocol::people::desk::{
    ActionsPage, CardsMade, ChatWords, Figures, GiveRole, LinkMade, MakePlayers, NoticeView, ReadNotices,
    Rename, ReportView, Reset, SayKid, SayWhy, SiteView, TellStaff, UsersPage,
};
use tabiya_protocol::people::profile::{
    Crosstable, CurvePoint, FoundPlayer, GamesPage, Leaderboard, OpeningsByColor, PlayerHere, Profile, Words,
};
use tabiya_protocol::people::tokens::{GrantAsked, GrantGiven, GrantWish, MakeToken, TokenMade, TokenView};
use tabiya_protocol::{
    AnswerChallenge, ChangeChallenge, ClientMessage, DeclineChallenge, LagView, MAX_CLIENT_MESSAGE,
    MAX_TOPICS, MakeChallenge, PROTOCOL_VERSION, ServerMessage,
};
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name.
#[derive(Default)]
struct Declarations(BTreeMap<String, String>);

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let config = Config::default().with_large_int("number");
        if T::output_path().is_none() || self.0.contains_key(&T::ident(&config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.0.insert(T::ident(&config), format!("{}\nexport {}\n", docs.trim_end(), T::decl(&config)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn typescript() -> String {
    let mut declarations = Declarations::default();
    declarations.visit::<ClientMessage>();
    declarations.visit::<ServerMessage>();
    declarations.visit::<CreateGame>();
    declarations.visit::<GameCreated>();
    declarations.visit::<GameSummary>();
    declarations.visit::<ServerInfo>();
    declarations.visit::<LagView>();
    declarations.visit::<AnswerChallenge>();
    declarations.visit::<ChangeChallenge>();
    declarations.visit::<DeclineChallenge>();
    declarations.visit::<MakeChallenge>();
    declarations.visit::<ErrorBody>();
    declarations.visit::<Profile>();
    declarations.visit::<CurvePoint>();
    declarations.visit::<GamesPage>();
    declarations.visit::<Crosstable>();
    declarations.visit::<OpeningsByColor>();
    declarations.visit::<Words>();
    declarations.visit::<Leaderboard>();
    declarations.visit::<FoundPlayer>();
    declarations.visit::<PlayerHere>();
    declarations.visit::<BoardChecked>();
    declarations.visit::<CheckSetup>();
    declarations.visit::<ImportGame>();
    declarations.visit::<GameKept>();
    declarations.visit::<LiveGames>();
    declarations.visit::<PlayerTv>();
    declarations.visit::<SaveBoardGame>();
    declarations.visit::<SetupChecked>();
    declarations.visit::<Me>();
    declarations.visit::<ActionsPage>();
    declarations.visit::<CardsMade>();
    declarations.visit::<Figures>();
    declarations.visit::<GiveRole>();
    declarations.visit::<LinkMade>();
    declarations.visit::<MakePlayers>();
    declarations.visit::<NoticeView>();
    declarations.visit::<ReadNotices>();
    declarations.visit::<Rename>();
    declarations.visit::<ReportView>();
    declarations.visit::<Reset>();
    declarations.visit::<SayKid>();
    declarations.visit::<SayWhy>();
    declarations.visit::<ChatWords>();
    declarations.visit::<SiteView>();
    declarations.visit::<TellStaff>();
    declarations.visit::<UsersPage>();
    declarations.visit::<Register>();
    declarations.visit::<Login>();
    declarations.visit::<CardLogin>();
    declarations.visit::<ChangePassword>();
    declarations.visit::<TakeGuestGames>();
    declarations.visit::<SessionView>();
    declarations.visit::<ProvePassword>();
    declarations.visit::<SecondFactorBegun>();
    declarations.visit::<ConfirmSecondFactor>();
    declarations.visit::<RecoveryCodes>();
    declarations.visit::<TokenView>();
    declarations.visit::<MakeToken>();
    declarations.visit::<TokenMade>();
    declarations.visit::<GrantWish>();
    declarations.visit::<GrantAsked>();
    declarations.visit::<GrantGiven>();
    let mut text = format!(
        "// SPDX-License-Identifier: AGPL-3.0-or-later\n\
         // Made from crates/tabiya-protocol by `cargo xtask codegen`; edit that instead.\n\n\
         /** The version of the protocol. */\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n\n\
         /** The longest message that a client may send, in bytes. */\n\
         export const MAX_CLIENT_MESSAGE = {MAX_CLIENT_MESSAGE};\n\n\
         /** How many topics a client may be subscribed to at the same time. */\n\
         export const MAX_TOPICS = {MAX_TOPICS};\n"
    );
    for declaration in declarations.0.values() {
        text.push('\n');
        text.push_str(declaration.trim_start());
    }
    tidy(&text)
}

/// Comments of one line on one line, and no blanks at line ends.
fn tidy(text: &str) -> String {
    let mut tidy = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_end();
        let words = lines.peek().and_then(|next| next.strip_prefix(" * ")).map(str::to_owned);
        match words.filter(|_| line == "/**") {
            Some(words) => {
                lines.next();
                let ends = lines.next_if(|next| next.trim() == "*/").is_some();
                tidy.push_str(&format!("/** {words}{}\n", if ends { " */" } else { "" }));
            }
            None => tidy.push_str(&format!("{line}\n")),
        }
    }
    tidy
}

#[test]
fn typescript_types_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/platform/protocol.ts");
    let made = typescript();
    if std::env::var_os("TABIYA_CODEGEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == made, "web/src/platform/protocol.ts is stale; run `cargo xtask codegen`");
}
