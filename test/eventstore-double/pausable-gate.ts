import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';

/** Stands before a server, and lets it stand still: its connections stay open, new ones are taken, nothing is answered. */
export class PausableGate {
  private readonly sockets = new Set<Socket>();
  private paused = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** `target` gives the port behind the gate. */
  static async open(target: () => number): Promise<PausableGate> {
    const server = createServer({ noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const gate = new PausableGate(server, (server.address() as AddressInfo).port);
    server.on('connection', (client) => gate.join(client, createConnection({ port: target(), noDelay: true })));
    return gate;
  }

  pause(): void {
    this.paused = true;
    for (const socket of this.sockets) socket.pause();
  }

  resume(): void {
    this.paused = false;
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket, server: Socket): void {
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('data', (bytes) => other.write(bytes));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      if (this.paused) socket.pause();
    }
  }
}
