// SPDX-License-Identifier: AGPL-3.0-or-later
//! A browser tab that follows one topic after the other, for measurements with thousands of them.

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{GameSocket, Guest, patiently};

/// A browser tab, which answers the server's pings as long as it lives.
#[derive(Debug)]
pub struct Tab(mpsc::Sender<String>, mpsc::Receiver<Value>);

impl Tab {
    /// Connects, and follows nothing.
    pub async fn open(guest: &Guest) -> Self {
        let socket = GameSocket::connect(guest, "none", "protocol=3", Some(&guest.origin())).await;
        let mut socket = socket.unwrap_or_else(|status| panic!("sockets are for everybody, not {status}"));
        let (wish, mut wishes) = mpsc::channel::<String>(1);
        let (answer, answers) = mpsc::channel(1);
        tokio::spawn(async move {
            let mut awaited = String::new();
            loop {
                tokio::select! {
                    topic = wishes.recv() => {
                        let Some(topic) = topic else { return };
                        socket.send_text(&json!({"type": "subscribe", "topic": topic}).to_string()).await;
                        awaited = topic;
                    }
                    message = socket.hear() => {
                        // Whoever waits for a topic sees that the tab has gone.
                        let Some(message) = message else { return };
                        if message["topic"] == awaited.as_str() {
                            awaited.clear();
                            // Nobody waits for it where the measurement has ended.
                            let _ = answer.send(message).await;
                        }
                    }
                }
            }
        });
        Self(wish, answers)
    }

    /// Subscribes, and waits for the first answer, which may be a refusal.
    pub async fn ask_for(&mut self, topic: String) -> Value {
        self.0.send(topic).await.expect("the tab lives");
        patiently("the topic", self.1.recv()).await.expect("the tab lives")
    }

    /// Subscribes, and waits for the first answer, which must be no refusal.
    pub async fn follow(&mut self, topic: String) {
        let told = self.ask_for(topic).await;
        assert_ne!(told["type"], "refused", "{told}");
    }
}
