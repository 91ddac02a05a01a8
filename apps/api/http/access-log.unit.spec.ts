import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { logRequests } from './access-log.js';
import { EdgeClient, json } from './edge-client.fixture.js';

let edge: EdgeClient;
let lines: string[];
beforeEach(async () => {
  edge = await EdgeClient.open();
  lines = [];
});
afterEach(() => edge.close());

const logAt = (level: string): void =>
  logRequests(edge.instance, pino({ level }, { write: (line) => lines.push(line) }));
const written = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));

describe('the line of a request', () => {
  it('a line says what was asked, what was answered, and of whom', async () => {
    logAt('debug');
    const answer = await edge.echo('{"text":"a secret text"}');
    expect(written()).toMatchObject([
      {
        level: 20,
        msg: 'a request was answered',
        request_id: answer.headers['x-request-id'],
        method: 'POST',
        route: '/v1/echo',
        status: 200,
        milliseconds: expect.any(Number),
        organization: accessOfKey().organizationId,
      },
    ]);
  });

  it('a refused request and one that leads nowhere have a line too, and no line has a key, a text or a path', async () => {
    logAt('debug');
    await edge.send({ url: '/v1/echo', key: 'tl_live_secret', headers: json, payload: '{"text":"secret"}' });
    await edge.send({ method: 'GET', url: '/v1/things/secret?text=secret' });
    await edge.send({ method: 'GET', url: '/secret', key: null });
    expect(written().map(({ route, status }) => [route, status])).toEqual([
      ['/v1/echo', 401],
      ['/v1/things/:id', 200],
      ['(unknown)', 404],
    ]);
    expect(lines.join()).not.toContain('secret');
    expect(lines.join()).not.toContain(edge.key.slice(8));
  });

  it('no line is written at level info', async () => {
    logAt('info');
    await edge.echo('{}');
    expect(lines).toEqual([]);
  });
});
