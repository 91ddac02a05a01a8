import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeDirectory } from '#libs/ports/node-directory/node-directory.port.js';
import { PacedEngine } from '../paced-engine.fixture.js';
import { StreamFixture } from '../stream.fixture.js';
import { newConnectionId, newNodeId } from './connection-id.js';
import { ForwardingServer } from './forwarding-server.js';
import { NodeLinks } from './node-links.js';

const translate = { type: 'translate', text: 'one two three four', target: 'es', source: 'en', id: 'a' };
const logger = pino({ level: 'silent' });

describe('translations that other nodes hold', () => {
  let addresses: Map<string, string>;
  let key: Buffer;
  let nodes: Node[];

  interface Node {
    fixture: StreamFixture;
    engine: PacedEngine;
    links: NodeLinks;
    server: ForwardingServer;
    port: number;
  }

  const directoryOf = (): NodeDirectory => {
    const own: string[] = [];
    return {
      announce: async (nodeId, address) => {
        own.push(nodeId);
        addresses.set(nodeId, address);
      },
      addressOf: async (nodeId) => addresses.get(nodeId),
      close: async () => {
        for (const nodeId of own) addresses.delete(nodeId);
      },
    };
  };

  const startNode = async (itsKey = key, times: { resumableMs?: number; drainMs?: number } = {}): Promise<Node> => {
    const nodeId = newNodeId();
    const directory = directoryOf();
    const links = new NodeLinks({ nodeId, key: itsKey, directory });
    const engine = new PacedEngine();
    const beside = nodes[0]?.fixture;
    const fixture = new StreamFixture({ engine, links, ...(beside && { beside }) });
    const server = new ForwardingServer({ nodeId, key: itsKey, directory, connections: fixture.hub, logger, ...times });
    const port = await server.start({ host: '127.0.0.1', port: 0 }, '127.0.0.1');
    const node = { fixture, engine, links, server, port };
    nodes.push(node);
    return node;
  };

  beforeEach(() => {
    addresses = new Map();
    key = randomBytes(32);
    nodes = [];
  });
  afterEach(async () => {
    for (const { engine } of nodes) engine.give(1_000);
    await Promise.all(nodes.flatMap(({ server, fixture }) => [server.stop(), fixture.hub.stop()]));
  });

  /** A translation on a first node of which a client has got some tokens when its connection broke. */
  const broken = async (tokens: number, times: { resumableMs?: number; drainMs?: number } = {}) => {
    const first = await startNode(key, times);
    const { socket, connectionId, key: apiKey } = await first.fixture.authenticated();
    socket.say(translate);
    first.engine.give(tokens);
    await socket.until(() => socket.tokens('a').length === tokens);
    socket.emit('close', 1006);
    return { first, connectionId, apiKey };
  };
  const resume = (connectionId: string, index: number) => ({
    type: 'resume',
    connection_id: connectionId,
    id: 'a',
    index,
  });

  it('a translation goes on, on another node than before, without repetition or loss', async () => {
    const { first, connectionId, apiKey } = await broken(2);
    const second = await startNode();
    const { socket } = await second.fixture.authenticated(apiKey);
    socket.say(resume(connectionId, 1));
    await socket.until(() => socket.tokens('a').length === 1);
    first.engine.give(2);
    expect(await socket.got('complete')).toMatchObject({ id: 'a', character_count: 18 });
    expect(socket.frames.filter(({ type }) => type !== 'authenticated')).toEqual([
      { type: 'token', token: 'TWO ', index: 1, id: 'a' },
      { type: 'token', token: 'THREE ', index: 2, id: 'a' },
      { type: 'token', token: 'FOUR', index: 3, id: 'a' },
      expect.objectContaining({ type: 'complete' }),
    ]);
    expect(first.fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'completed', countedCharacters: 18 }]);
    expect(second.fixture.facts('TextStreamBegan')).toEqual([]);
  });

  it('a translation that was passed on can be resumed from there too, on its own node and on a third', async () => {
    const { first, connectionId, apiKey } = await broken(1);
    const [second, third] = [await startNode(), await startNode()];
    let from = connectionId;
    for (const [turn, node] of [second, third, second, first].entries()) {
      const { socket, connectionId: next } = await node.fixture.authenticated(apiKey);
      socket.say(resume(from, turn));
      await socket.until(() => socket.tokens('a').length === 1);
      expect(socket.tokens('a')).toMatchObject([{ index: turn }]);
      if (turn < 3) {
        first.engine.give(1);
        await socket.until(() => socket.tokens('a').length === 2);
        socket.emit('close', 1006);
        from = next;
      } else expect(await socket.got('complete')).toMatchObject({ id: 'a' });
    }
    expect(first.fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'completed' }]);
  });

  it('a last frame that got lost on the way through another node is sent again', async () => {
    const { first, connectionId, apiKey } = await broken(4);
    const second = await startNode();
    const { socket, connectionId: next } = await second.fixture.authenticated(apiKey);
    socket.say(resume(connectionId, 4));
    await socket.got('complete');
    socket.emit('close', 1006);
    const { socket: last } = await second.fixture.authenticated(apiKey);
    last.say(resume(next, 3));
    expect(await last.got('complete')).toEqual(await socket.got('complete'));
    expect(last.text('a')).toBe('FOUR');
    expect(first.fixture.facts('TextStreamEnded')).toHaveLength(1);
  });

  it('a translation is not found for another organization', async () => {
    const { first, connectionId, apiKey } = await broken(1);
    const second = await startNode();
    const foreignKey = await second.fixture.keyWith({ organizationId: 'org_other' });
    const { socket } = await second.fixture.authenticated(foreignKey);
    socket.say(resume(connectionId, 0));
    expect(await socket.got('error')).toMatchObject({ code: 'not_found', id: 'a', status: 404 });
    expect(socket.tokens('a')).toEqual([]);
    const { socket: own } = await second.fixture.authenticated(apiKey);
    own.say(resume(connectionId, 0));
    first.engine.give(3);
    await own.got('complete');
    expect(own.text('a')).toBe('ONE TWO THREE FOUR');
  });

  it('a translation is not found through another node with another key of the organization, and the attempt is recorded', async () => {
    const { first, connectionId, apiKey } = await broken(1);
    const [second, third] = [await startNode(), await startNode()];
    const otherKey = await second.fixture.keyWith({ keyId: 'key_other' });
    const attempt = async (from: string, node: Node, attempts: number) => {
      const { socket } = await node.fixture.authenticated(otherKey);
      socket.say(resume(from, 0));
      expect(await socket.got('error')).toMatchObject({ code: 'not_found', id: 'a', status: 404 });
      expect(socket.tokens('a')).toEqual([]);
      expect(node.fixture.facts('RequestRefused')).toHaveLength(attempts);
      expect(node.fixture.facts('RequestRefused').at(-1)).toMatchObject({ keyId: 'key_other', code: 'not_found' });
    };
    await attempt(connectionId, second, 1);
    const { socket: own, connectionId: passedOn } = await second.fixture.authenticated(apiKey);
    own.say(resume(connectionId, 0));
    await own.got('token');
    // Nor is it where it was passed on to, on that node, by way of it, and where it came from.
    await attempt(passedOn, second, 2);
    await attempt(passedOn, third, 1);
    await attempt(connectionId, first, 1);
    first.engine.give(3);
    await own.got('complete');
    expect(own.text('a')).toBe('ONE TWO THREE FOUR');
  });

  it('a translation is not found at once when its node is dead, out of the directory or not', async () => {
    const { first, connectionId, apiKey } = await broken(1);
    const second = await startNode();
    const entries = [...addresses];
    await Promise.all([first.server.stop(), first.fixture.hub.stop()]);
    const { socket } = await second.fixture.authenticated(apiKey);
    socket.say(resume(connectionId, 1));
    expect(await socket.got('error')).toMatchObject({ code: 'not_found', id: 'a' });
    // An entry that has not run out yet leads to a port where nobody listens, or to another node.
    const [nodeId = ''] = entries[0] ?? [];
    for (const address of [entries[0]?.[1] ?? '', `127.0.0.1:${second.port}`]) {
      addresses.set(nodeId, address);
      const { socket: again } = await second.fixture.authenticated(apiKey);
      again.say(resume(connectionId, 1));
      expect(await again.got('error')).toMatchObject({ code: 'not_found', id: 'a' });
    }
  });

  it.each([
    ['of an unknown connection', (id: string) => newConnectionId(id), 0, 'not_found'],
    ['of a node that nobody knows', () => newConnectionId(newNodeId()), 0, 'not_found'],
    ['that is none of a connection', () => 'con_nothing', 0, 'not_found'],
  ])('an id %s is not found', async (_, idFor, index, code) => {
    const { first, apiKey } = await broken(1);
    const second = await startNode();
    const { socket } = await second.fixture.authenticated(apiKey);
    socket.say(resume(idFor(first.links.nodeId), index));
    expect(await socket.got('error')).toMatchObject({ code, id: 'a' });
  });

  it('a token that was never sent is refused as on its own node', async () => {
    const { connectionId, apiKey } = await broken(1);
    const second = await startNode();
    const { socket } = await second.fixture.authenticated(apiKey);
    socket.say(resume(connectionId, 7));
    expect(await socket.got('error')).toMatchObject({
      code: 'invalid_request',
      details: { index: ['must be at most 1'] },
    });
  });

  it('a caller cancels through another node, by a frame or by closing', async () => {
    for (const way of ['frame', 'close'] as const) {
      const { first, connectionId, apiKey } = await broken(1);
      const second = await startNode();
      const { socket } = await second.fixture.authenticated(apiKey);
      socket.say(resume(connectionId, 0));
      await socket.until(() => socket.tokens('a').length === 1);
      if (way === 'frame') {
        socket.say({ type: 'cancel', id: 'a' });
        expect(await socket.got('cancelled')).toEqual({ type: 'cancelled', id: 'a' });
      } else socket.emit('close', 1000);
      expect(await first.fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([{ result: 'cancelled' }]);
      nodes.splice(0).map(({ server, fixture }) => [server.stop(), fixture.hub.stop()]);
    }
  });

  it('a translation whose node dies while it is read elsewhere ends with an error', async () => {
    const { first, connectionId, apiKey } = await broken(1);
    const second = await startNode();
    const { socket } = await second.fixture.authenticated(apiKey);
    socket.say(resume(connectionId, 0));
    await socket.until(() => socket.tokens('a').length === 1);
    for (const link of Reflect.get(first.server, 'sockets') as Set<{ destroy(): void }>) link.destroy();
    expect(await socket.got('error', 'a')).toMatchObject({ code: 'service_unavailable', status: 503 });
  });

  it('a translation that nobody resumes once its link is gone ends as broken', async () => {
    const { first, connectionId, apiKey } = await broken(1, { resumableMs: 50 });
    const second = await startNode();
    const { socket } = await second.fixture.authenticated(apiKey);
    socket.say(resume(connectionId, 0));
    await socket.until(() => socket.tokens('a').length === 1);
    socket.emit('close', 1006);
    expect(await first.fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([{ result: 'broken' }]);
  });

  it('a shutdown lets a translation end that is read elsewhere, and breaks one that takes too long', async () => {
    for (const tokens of [3, 0]) {
      const { first, connectionId, apiKey } = await broken(1, { drainMs: tokens === 0 ? 5 : 10_000 });
      const second = await startNode();
      const { socket } = await second.fixture.authenticated(apiKey);
      socket.say(resume(connectionId, 0));
      await socket.until(() => socket.tokens('a').length === 1);
      const stopped = first.server.stop();
      first.engine.give(tokens);
      if (tokens === 0) expect(await socket.got('error', 'a')).toMatchObject({ code: 'service_unavailable' });
      else expect(await socket.got('complete')).toMatchObject({ id: 'a' });
      await stopped;
      expect(first.fixture.facts('TextStreamEnded')).toMatchObject([{ result: tokens === 0 ? 'broken' : 'completed' }]);
      nodes.splice(0).map(({ server, fixture }) => [server.stop(), fixture.hub.stop()]);
    }
  });

  it('a reader that stops reading holds the translation back, and no node its tokens', async () => {
    const first = await startNode();
    const { socket, connectionId, key: apiKey } = await first.fixture.authenticated();
    const text = Array.from({ length: 4_000 }, (_, n) => `w${n}`)
      .join(' ')
      .slice(0, 9_999);
    socket.say({ ...translate, text });
    first.engine.give(1);
    await socket.until(() => socket.tokens('a').length === 1);
    socket.emit('close', 1006);
    const second = await startNode();
    const { socket: slow } = await second.fixture.authenticated(apiKey);
    slow.stopReading();
    slow.say(resume(connectionId, 0));
    first.engine.give(4_000);
    // 128 KiB of frames, each with its overhead, wait for the reader; the rest has not left the first node.
    await vi.waitFor(() => expect(slow.waiting).toBeGreaterThan(200), { timeout: 20_000 });
    await sleep(200);
    expect(slow.waiting).toBeLessThan(300);
    slow.readOn();
    await slow.got('complete');
    expect(slow.text('a')).toBe(text.toUpperCase());
    expect(slow.tokens('a').map(({ index }) => index)).toEqual(slow.tokens('a').map((_, index) => index));
  });

  it('who does not have the key of the nodes gets nothing', async () => {
    const { first, connectionId, apiKey } = await broken(1);
    const stranger = await startNode(randomBytes(32));
    const { socket } = await stranger.fixture.authenticated(apiKey);
    socket.say(resume(connectionId, 0));
    expect(await socket.got('error')).toMatchObject({ code: 'not_found' });
    const plain = connect(first.port, '127.0.0.1');
    const heard: Buffer[] = [];
    plain.on('data', (chunk: Buffer) => heard.push(chunk));
    plain.on('error', () => undefined);
    plain.write('{"type":"take"}\n');
    await new Promise((resolve) => plain.once('close', resolve));
    expect(Buffer.concat(heard).toString('latin1')).not.toContain('type');
  });

  it('a connection has a limited number of translations of other nodes at a time', async () => {
    const { apiKey, first } = await broken(1);
    const second = await startNode();
    const { socket } = await second.fixture.authenticated(apiKey);
    for (let n = 0; n < 17; n += 1) {
      socket.say({ type: 'resume', connection_id: newConnectionId(first.links.nodeId), id: `t${n}`, index: 0 });
    }
    expect(await socket.got('error', 't16')).toMatchObject({ code: 'concurrent_limit', status: 429 });
    for (let n = 0; n < 16; n += 1) expect(await socket.got('error', `t${n}`)).toMatchObject({ code: 'not_found' });
  });
});
