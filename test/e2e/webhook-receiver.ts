import { createServer, type Server } from 'node:http';

export interface ReceivedWebhook {
  headers: Record<string, string>;
  body: string;
}

/** A receiver on loopback that keeps every delivery and responds with a status that tests can set. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** Deliveries that got a response of success. */
  readonly accepted: ReceivedWebhook[] = [];
  statusCode = 204;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static start(): Promise<WebhookReceiver> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        if (address === null || typeof address === 'string') return reject(new Error('no address'));
        const receiver = new WebhookReceiver(server, `http://127.0.0.1:${address.port}/hook`);
        server.on('request', (request, response) => {
          let body = '';
          request.on('data', (chunk: Buffer) => {
            body += chunk.toString('utf8');
          });
          request.on('end', () => {
            const webhook = { headers: request.headers as Record<string, string>, body };
            receiver.received.push(webhook);
            if (receiver.statusCode < 300) receiver.accepted.push(webhook);
            response.writeHead(receiver.statusCode).end();
          });
        });
        resolve(receiver);
      });
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
