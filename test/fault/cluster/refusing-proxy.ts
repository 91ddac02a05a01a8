import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const refusal = (() => {
  const body = '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Later.</Message></Error>';
  const head = ['HTTP/1.1 503 Slow Down', 'Content-Type: application/xml', `Content-Length: ${body.length}`];
  return [...head, 'Connection: close', '', body].join('\r\n');
})();

/** A proxy in front of the S3 server that, on demand, responds with 503 in its place. */
export class RefusingProxy {
  private refuses = false;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static start(port: number): Promise<RefusingProxy> {
    return new Promise((resolve, reject) => {
      const server = createServer({ allowHalfOpen: true });
      const proxy = new RefusingProxy(server);
      server.on('connection', (socket) => proxy.take(socket, port));
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(proxy));
    });
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Refuses requests from now on, those of open connections too. */
  refuse(): void {
    this.refuses = true;
    for (const socket of this.sockets) socket.destroy();
  }

  serve(): void {
    this.refuses = false;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private take(socket: Socket, port: number): void {
    this.keep(socket);
    if (this.refuses) return void socket.once('data', () => socket.end(refusal));
    const server = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    this.keep(server);
    socket.once('close', () => server.destroy());
    server.once('close', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
  }
}
