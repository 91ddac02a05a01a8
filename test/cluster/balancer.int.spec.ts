import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { type Balancer, balancerAddress, startBalancer } from './balancer.js';

interface Seen {
  node: number;
  path: string | undefined;
  forwardedFor: string | string[] | undefined;
  peer: string | undefined;
  bytes: number;
}

interface FakeNode {
  port: number;
  server: Server;
  isReady: boolean;
}

const startNode = async (number: number, seen: Seen[]): Promise<FakeNode> => {
  const server = createServer((request, response) => {
    if (request.url === '/health/ready') {
      response.writeHead(node.isReady ? 200 : 503).end();
      return;
    }
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      note(request, bytes);
      response.setHeader('x-node', number).end(`node ${number}`);
    });
  });
  const note = (request: IncomingMessage, bytes: number) =>
    seen.push({
      node: number,
      path: request.url,
      forwardedFor: request.headers['x-forwarded-for'],
      peer: request.socket.remoteAddress,
      bytes,
    });
  server.on('upgrade', (request, socket) => {
    note(request, 0);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
    socket.on('data', (chunk) => socket.write(`${number}:${chunk}`));
  });
  const node = { port: await freePort(), server, isReady: true };
  await new Promise<void>((resolve) => server.listen(node.port, '127.0.0.1', resolve));
  return node;
};

describe('the load balancer in front of a cluster on one machine', () => {
  let seen: Seen[];
  let nodes: FakeNode[];
  let balancer: Balancer;
  let url: string;
  let port: number;

  const balance = async (trustedProxies: readonly string[] = []): Promise<void> => {
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    balancer = await startBalancer({ host: '127.0.0.1', port, nodes: nodes.map((node) => node.port), trustedProxies });
  };
  const stopNode = (index: number): void => {
    nodes[index]?.server.close();
    nodes[index]?.server.closeAllConnections();
  };

  beforeEach(async () => {
    seen = [];
    nodes = await Promise.all([startNode(1, seen), startNode(2, seen)]);
  });
  afterEach(async () => {
    await balancer.close();
    for (const index of nodes.keys()) stopNode(index);
  });

  it('a node that is not ready gets no request, unless none is', async () => {
    await balance();
    const [first, second] = nodes;
    if (first === undefined || second === undefined) throw new Error('There are two nodes');
    const nodesOf = async (requests: number) => {
      const answers = await Promise.all(Array.from({ length: requests }, () => fetch(url)));
      return [...new Set(answers.map(({ headers }) => headers.get('x-node')))].toSorted();
    };
    first.isReady = false;
    await vi.waitFor(async () => expect(await nodesOf(4)).toEqual(['2']), 30_000);
    second.isReady = false;
    await vi.waitFor(async () => expect(await nodesOf(4)).toEqual(['1', '2']), 30_000);
    first.isReady = true;
    await vi.waitFor(async () => expect(await nodesOf(4)).toEqual(['1']), 30_000);
  });

  it('an answer tells for how long the balancer keeps the connection, and not for how long the node would', async () => {
    await balance();
    const { headers } = await fetch(url);
    expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=72']);
  });

  it('the balancer gives requests to the nodes in turn, with their bodies', async () => {
    await balance();
    for (let n = 0; n < 6; n += 1) {
      const answer = await fetch(`${url}/path?n=${n}`, { method: 'POST', body: 'x'.repeat(1_000_000) });
      expect(await answer.text()).toBe(`node ${answer.headers.get('x-node')}`);
    }
    expect(seen.map(({ node }) => node).toSorted()).toEqual([1, 1, 1, 2, 2, 2]);
    expect(seen.every(({ bytes }) => bytes === 1_000_000)).toBe(true);
    expect(seen[0]?.path).toMatch(/^\/path\?n=/);
  });

  it('the balancer overwrites the address that a caller claims', async () => {
    await balance();
    await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    expect(seen).toMatchObject([{ forwardedFor: '127.0.0.1', peer: balancerAddress }]);
  });

  it('the balancer adds the address of its peer to what a trusted proxy says', async () => {
    await balance(['127.0.0.1']);
    await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    expect(seen).toMatchObject([{ forwardedFor: '198.51.100.7, 127.0.0.1' }]);
  });

  it('the balancer skips a node that does not listen and sends the whole body to another', async () => {
    await balance();
    stopNode(0);
    for (let n = 0; n < 4; n += 1) {
      expect((await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(200);
    }
    expect(seen.map(({ node, bytes }) => [node, bytes])).toEqual(Array.from({ length: 4 }, () => [2, 100_000]));
  });

  it('the balancer responds with 503 when no node listens', async () => {
    await balance();
    stopNode(0);
    stopNode(1);
    const answer = await fetch(url);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('an upgraded connection stays on the node that it was opened to', async () => {
    await balance();
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    const until = async (text: string) => {
      while (!received.includes(text)) await new Promise((resolve) => socket.once('data', resolve));
    };
    socket.write('GET /v1/stream HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    await until('101');
    for (const word of ['one', 'two', 'three']) {
      await fetch(url); // the turn goes on
      socket.write(word);
      await until(`:${word}`);
    }
    const node = seen.find(({ path }) => path === '/v1/stream')?.node;
    expect(received.match(/\d:(one|two|three)/g)).toEqual(['one', 'two', 'three'].map((word) => `${node}:${word}`));
    socket.destroy();
  });
});
