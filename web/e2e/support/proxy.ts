// SPDX-License-Identifier: AGPL-3.0-or-later
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** What stands before the nodes of a site: each connection goes to the first of them that listens. */
export class Proxy {
  private readonly server = createServer((client) => this.lead(client, this.nodes));
  private readonly clients = new Set<Socket>();

  private constructor(private readonly nodes: string[]) {}

  /** Starts one before the nodes at these origins. */
  static async start(...nodes: string[]): Promise<Proxy> {
    const proxy = new Proxy(nodes);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The address for browsers. */
  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  dispose(): void {
    this.server.close();
    for (const client of this.clients) client.destroy();
  }

  private lead(client: Socket, [first, ...others]: string[]): void {
    this.clients.add(client);
    client.once('close', () => this.clients.delete(client));
    client.on('error', () => client.destroy());
    if (first === undefined) {
      client.destroy();
      return;
    }
    const node = connect(Number(new URL(first).port), '127.0.0.1');
    let isThere = false;
    node.once('connect', () => {
      isThere = true;
      client.pipe(node).pipe(client);
      client.once('close', () => node.destroy());
    });
    // A node that dies ends what it had; one that does not listen is left out.
    node.on('error', () => isThere || this.lead(client, others));
    node.once('close', () => isThere && client.destroy());
  }
}
