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

  /** Loses the response to the next request whose head matches, after the server has sent the whole of it. */
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
    let lost = Buffer.alloc(0);
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
      if (!isLost) {
        client.write(answer);
        return;
      }
      // s3proxy begins to answer before it has done what was asked: whoever asks again meanwhile disturbs it.
      lost = Buffer.concat([lost, answer]);
      if (isWhole(lost.toString('latin1'))) client.destroy();
    });
  }
}

/** Whether a response has ended, by its length or by its last chunk. */
const isWhole = (response: string): boolean => {
  const bodyAt = response.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return false;
  const head = response.slice(0, bodyAt);
  const length = /\ncontent-length: *(\d{1,9})\r/i.exec(head)?.[1];
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= bodyAt + Number(length);
};
