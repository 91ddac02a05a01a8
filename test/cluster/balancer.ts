import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { keepAliveMs } from '#apps/api/http/keep-alive.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { isInRanges } from '#libs/platform/ip-address/ip-range.js';

/** The address that requests to the nodes come from: the one proxy that they trust besides the configured ones. */
export const balancerAddress = '127.0.0.2';

export interface BalancerOptions {
  host: string;
  port: number;
  /** Ports of the API nodes on loopback. */
  nodes: readonly number[];
  /** Proxies in front of this one, as in `TRANSLEDGER_TRUSTED_PROXIES`: their `X-Forwarded-For` is passed on. */
  trustedProxies: readonly string[];
}

export interface Balancer {
  /** Accepts nothing more. The nodes close upgraded connections themselves, since they send a last message first. */
  close(): Promise<void>;
}

const checkEveryMs = 250;

/** Whether a node is ready; undefined where it does not say so in time. */
const isReady = (port: number): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const check = get({ host: '127.0.0.1', port, path: '/health/ready', timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    check.once('timeout', () => {
      resolve(undefined);
      check.destroy();
    });
    check.once('error', (error) => resolve(errorCodeOf(error) === 'ECONNREFUSED' ? false : undefined));
  });

/** Nodes that are not ready, such as one that is starting. */
class UnreadyNodes {
  private readonly unready = new Set<number>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly nodes: readonly number[]) {
    this.timer = setInterval(() => this.check(), checkEveryMs);
  }

  has(node: number): boolean {
    return this.unready.has(node);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    for (const node of this.nodes) {
      void isReady(node).then((ready) => {
        if (ready === true) this.unready.delete(node);
        if (ready === false) this.unready.add(node);
      });
    }
  }
}

/** The header is overwritten, unless the peer is a trusted proxy: then its address is added. */
const forwardedFor = (incoming: IncomingMessage, trustedProxies: readonly string[]): string => {
  const peer = incoming.socket.remoteAddress ?? '';
  const before = incoming.headers['x-forwarded-for'];
  return before !== undefined && isInRanges(peer, trustedProxies) ? `${before}, ${peer}` : peer;
};

/** Headers of an answer for the caller: how long a connection is kept is said of this hop, and not of that to the node. */
const headersOf = ({ rawHeaders }: IncomingMessage): string[] => {
  const passed: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const isOfHop = /^keep-alive$/i.test(name) || (/^connection$/i.test(name) && /^keep-alive$/i.test(value));
    if (!isOfHop) passed.push(name, value);
  }
  return passed;
};

/**
 * Gives requests to the nodes in turn, to those that are not ready only where no other takes them. A node that refuses the
 * connection is left out of this request; one whose connection breaks later fails it, for it may have acted. An upgraded connection stays where it is.
 */
export const startBalancer = ({ host, port, nodes, trustedProxies }: BalancerOptions): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true });
  const unready = new UnreadyNodes(nodes);
  let turn = 0;
  const inTurn = (): number[] => {
    turn = (turn + 1) % nodes.length;
    const inOrder = nodes.map((_, index) => nodes[(turn + index) % nodes.length] ?? 0);
    return inOrder.toSorted((one, other) => Number(unready.has(one)) - Number(unready.has(other)));
  };

  const headersFor = (incoming: IncomingMessage) => ({
    ...incoming.headers,
    'x-forwarded-for': forwardedFor(incoming, trustedProxies),
  });

  const forward = (incoming: IncomingMessage, response: ServerResponse, [node, ...others]: number[]): void => {
    if (node === undefined) {
      response.writeHead(503, { 'retry-after': '1' }).end();
      return;
    }
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      localAddress: balancerAddress,
      port: node,
      method: incoming.method,
      path: incoming.url,
      headers: headersFor(incoming),
    });
    let isAnswered = false;
    outgoing.on('error', (error) => {
      // The node may respond and hang up before it has read all of the body.
      if (isAnswered) return;
      if (errorCodeOf(error) === 'ECONNREFUSED') return forward(incoming, response, others);
      // A client whose node hangs up in the middle of a request is hung up on here.
      if (response.headersSent || !incoming.complete) response.destroy();
      else response.writeHead(502).end();
    });
    outgoing.once('response', (answer) => {
      isAnswered = true;
      response.writeHead(answer.statusCode ?? 502, headersOf(answer));
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    outgoing.once('continue', () => response.writeContinue());
    response.once('close', () => outgoing.destroy());
    // Nothing of the body is read before a node takes it.
    outgoing.once('socket', (socket) => {
      const send = () => incoming.pipe(outgoing);
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
  };

  const forwardUpgrade = (
    incoming: IncomingMessage,
    socket: Socket,
    head: Buffer,
    [port, ...others]: number[],
  ): void => {
    if (port === undefined) return void socket.destroy();
    const node = connect({ host: '127.0.0.1', port, localAddress: balancerAddress });
    const refused = (error: Error) => {
      if (errorCodeOf(error) === 'ECONNREFUSED') forwardUpgrade(incoming, socket, head, others);
      else socket.destroy();
    };
    node.once('error', refused);
    node.once('connect', () => {
      node.off('error', refused);
      for (const [side, other] of [
        [socket, node],
        [node, socket],
      ] as const) {
        side.on('error', () => undefined);
        // Bytes that one side has sent before it closed still reach the other.
        side.once('close', (isBroken: boolean) => (isBroken ? other.destroy() : other.end()));
      }
      const headers = Object.entries(headersFor(incoming)).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => `${name}: ${one}\r\n`),
      );
      node.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
      node.write(head);
      node.pipe(socket).pipe(node);
    });
  };

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (incoming, response) =>
    forward(incoming, response, inTurn()),
  );
  server.on('upgrade', (incoming, socket: Socket, head) => forwardUpgrade(incoming, socket, head, inTurn()));
  server.on('checkContinue', (incoming, response) => forward(incoming, response, inTurn()));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () =>
      resolve({
        close: async () => {
          unready.stop();
          server.close();
          server.closeAllConnections();
          agent.destroy();
        },
      }),
    );
  });
};
