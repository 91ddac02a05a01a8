import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A TCP connection to the service, for bytes that no HTTP client would send. */
export class RawConnection {
  private received = '';
  private isClosed = false;
  readonly closed: Promise<void>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('latin1');
    });
    // The reason why it was closed does not matter here, and it may be closed while we send.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      socket.once('close', () => {
        this.isClosed = true;
        resolve();
      }),
    );
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  /** Everything received so far, one character a byte. */
  get answers(): string {
    return this.received;
  }

  get isOpen(): boolean {
    return !this.isClosed;
  }

  send(bytes: string | Uint8Array): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  async until(satisfies: (received: string) => boolean): Promise<string> {
    while (!satisfies(this.received)) {
      if (this.isClosed) throw new Error(`Closed after: ${this.received.slice(0, 500)}`);
      await Promise.race([once(this.socket, 'data'), this.closed]);
    }
    return this.received;
  }
}

/**
 * Sends the bytes and returns everything received until the service closed the connection. Where it `ends`, nothing
 * more comes, which a service that waits for the rest of a body sees.
 */
export const exchange = async (
  port: number,
  bytes: string | Uint8Array,
  { ends = false }: { ends?: boolean } = {},
): Promise<string> => {
  const connection = await RawConnection.open(port);
  connection.send(bytes);
  if (ends) connection.socket.end();
  await connection.closed;
  return connection.answers;
};
