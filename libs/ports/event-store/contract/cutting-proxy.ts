import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between a client and an engine and breaks connections on command: the client's next request is `lost` before
 * it reaches the engine, or is `answered` and its response lost.
 */
export class CuttingProxy {
  private cut: 'lost' | 'answered' | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(target: number, host = '127.0.0.1'): Promise<CuttingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
    const proxy = new CuttingProxy(server, address.port);
    server.on('connection', (client) => proxy.join(client, createConnection(target, host)));
    return proxy;
  }

  cutNext(request: 'lost' | 'answered'): void {
    this.cut = request;
  }

  /** Accepts no new connections; open ones go on. */
  refuse(): void {
    this.server.close();
  }

  /** Open connections pass nothing more without closing; new ones work. */
  freeze(): void {
    for (const socket of this.sockets) socket.pause().removeAllListeners('data');
  }

  /** Breaks open connections and accepts no new ones. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket, engine: Socket): void {
    const sever = () => {
      client.destroy();
      engine.destroy();
    };
    for (const socket of [client, engine]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', sever);
      socket.on('close', () => {
        this.sockets.delete(socket);
        sever();
      });
    }
    let answersLost = false;
    client.on('data', (request) => {
      const cut = this.cut;
      this.cut = undefined;
      if (cut === 'lost') return sever();
      if (cut === 'answered') answersLost = true;
      engine.write(request);
    });
    engine.on('data', (answer) => {
      if (answersLost) sever();
      else client.write(answer);
    });
  }
}
