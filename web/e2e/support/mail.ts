// SPDX-License-Identifier: AGPL-3.0-or-later
import { createServer, type Server as Listener, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/** A letter that has arrived. */
export interface Letter {
  to: string;
  /** The header and the text, decoded from quoted-printable. */
  text: string;
}

/** A mail server on this machine (RFC 5321) that keeps what it is given. */
export class MailServer {
  readonly letters: Letter[] = [];
  /** Called at the next letter. */
  private heard: (() => void)[] = [];

  private constructor(private readonly listener: Listener) {
    listener.on('connection', (socket) => this.talk(socket));
  }

  static async start(): Promise<MailServer> {
    const listener = createServer();
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    return new MailServer(listener);
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** The link to this page in the next letter to this address: `http://…/confirm#TOKEN`. */
  async linkFor(to: string, page: string): Promise<string> {
    for (;;) {
      const at = this.letters.findIndex((letter) => letter.to === to && letter.text.includes(`${page}#`));
      if (at >= 0) return /http\S+#\w+/.exec(this.letters.splice(at, 1)[0]?.text ?? '')?.[0] ?? '';
      await new Promise((again) => this.heard.push(() => again(undefined)));
    }
  }

  stop(): void {
    this.listener.close();
  }

  private talk(socket: Socket): void {
    let to = '';
    let body: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const lines = createInterface({ input: socket });
    // A client that goes away in the middle has sent no letter. `lines` repeats the errors of its socket, so both need a listener: Node ends
    // the process at an error without one.
    for (const each of [socket, lines]) each.on('error', () => socket.destroy());
    lines.on('line', (line) => {
      const [verb = ''] = line.toUpperCase().split(' ');
      if (body !== null && line !== '.') {
        body.push(line.replace(/^\./, ''));
      } else if (body !== null) {
        this.letters.push({ to, text: decoded(body.join('\n')) });
        for (const hear of this.heard.splice(0)) hear();
        body = null;
        say('250 kept');
      } else if (verb === 'QUIT') {
        socket.end('221 bye\r\n');
      } else {
        if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
        if (verb === 'DATA') body = [];
        say(verb === 'DATA' ? '354 go on' : '250 fine');
      }
    });
    say('220 mail.test');
  }
}

/** Quoted-printable (RFC 2045) as text. */
const decoded = (text: string): string =>
  text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
