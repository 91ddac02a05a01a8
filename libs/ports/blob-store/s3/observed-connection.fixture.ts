import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server on the loopback address: counts the bytes sent back, and loses a response. */
export class ObservedConnection {
  /** Bytes that the server has sent. */
  received = 0;
  private losing: RegExp | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly endpoint: string,
  ) {}

  static async to(port: number): Promise<ObservedConnection> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('It has no port');
    const connection = new ObservedConnection(server, `http://127.0.0.1:${address.port}`);
    server.on('connection', (client) => connection.join(client, createConnection(port, '127.0.0.1')));
    return connection;
  }

  /** Loses the response to the next request whose head matches, after the server has answered it. */
  loseAnswerTo(head: RegExp): void {
    this.losing = head;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket, server: Socket): void {
    const sever = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', sever);
    }
    let isLost = false;
    client.on('close', () => isLost || server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (request: Buffer) => {
      if (this.losing?.test(request.toString('latin1'))) {
        this.losing = undefined;
        isLost = true;
      }
      server.write(request);
    });
    server.on('data', (answer: Buffer) => {
      this.received += answer.length;
      // The server finishes the request undisturbed.
      if (isLost) client.destroy();
      else client.write(answer);
    });
  }
}
