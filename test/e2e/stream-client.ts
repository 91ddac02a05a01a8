import { EventEmitter, once } from 'node:events';
import { WebSocket } from 'ws';

export type StreamFrame = Record<string, unknown> & { type: string };

/** Address of the stream of a service. */
export const streamUrlOf = (url: string): string => `${url.replace(/^http/, 'ws')}/v1/stream`;

/** A client of the stream that keeps every frame it gets. */
export class StreamClient extends EventEmitter {
  readonly frames: StreamFrame[] = [];
  closeCode: number | undefined;

  private constructor(readonly socket: WebSocket) {
    super();
    // Whoever waits for a frame listens: as many as a test has streams.
    this.setMaxListeners(0);
    socket.on('message', (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString('utf8')));
      this.emit('change');
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.emit('change');
    });
    socket.on('error', () => undefined);
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<StreamClient> {
    const socket = new WebSocket(streamUrlOf(url), { headers });
    const client = new StreamClient(socket);
    await once(socket, 'open');
    return client;
  }

  static async authenticated(url: string, apiKey: string): Promise<{ client: StreamClient; connectionId: string }> {
    const client = await StreamClient.open(url);
    client.say({ type: 'auth', api_key: apiKey });
    const { connection_id } = await client.got('authenticated');
    return { client, connectionId: String(connection_id) };
  }

  say(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** The first frame of a type, and with an id where one is given, now or later. Rejects when an error comes or the connection closes first. */
  async got(type: string, id?: string): Promise<StreamFrame> {
    for (;;) {
      const found = this.frames.find((frame) => frame.type === type && (id === undefined || frame.id === id));
      if (found !== undefined) return found;
      const error = this.frames.find((frame) => frame.type === 'error' && frame.id === id);
      if (error !== undefined) throw new Error(`${String(error.code)} came in place of ${type}`);
      if (this.closeCode !== undefined) throw new Error(`Closed with ${this.closeCode} before ${type} came`);
      await once(this, 'change');
    }
  }

  async closed(): Promise<number> {
    while (this.closeCode === undefined) await once(this, 'change');
    return this.closeCode;
  }

  tokens(id: string): StreamFrame[] {
    return this.frames.filter((frame) => frame.type === 'token' && frame.id === id);
  }

  text(id: string): string {
    return this.tokens(id)
      .map(({ token }) => token)
      .join('');
  }
}
