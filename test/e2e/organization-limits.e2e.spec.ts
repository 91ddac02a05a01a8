import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';
import { StreamClient } from './stream-client.js';

interface Created {
  api_key: string;
  organization_id: string;
}

const keyLimit = Number(withLimits.TRANSLEDGER_TIER_ENTRY_REQUESTS_PER_MINUTE);
/** Requests of an organization are five times those of one of its keys. */
const organizationLimit = 5 * keyLimit;
const maxActiveKeys = 1_000;
/** Requests that a key may have in flight. */
const atOnce = Number(withLimits.TRANSLEDGER_TIER_MAX_CONCURRENT_REQUESTS);

describe('limits of an organization, whichever keys it has', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLimits);
  });

  const makeKey = (name: string) => service.postJson('/v1/api-keys', { name, scopes: ['languages'] });
  const dataOf = async (answer: Response) => ((await answer.json()) as { data: { id: string; key: string } }).data;

  it('more keys give an organization no more requests in a minute than it has, and leave those of others alone', async () => {
    const { organization_id: small } = await commandLine<Created>(
      ...([service, 'organization', 'create', '--name', 'Small', '--tier', 'entry'] as const),
    );
    const keys = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const words = ['--name', `Key ${number}`, '--organization', small, '--scopes', 'translate,languages'];
        return (await commandLine<{ key: string }>(service, 'keys', 'create', ...words)).key;
      }),
    );
    const answers: Response[] = [];
    for (const key of keys) {
      for (let request = 0; request < keyLimit; request += 1) {
        answers.push(await service.fetch('/v1/languages', { key }));
      }
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBe(organizationLimit);
    expect(answers.slice(0, organizationLimit).every(({ ok }) => ok)).toBe(true);
    expect(await refused[0]?.json()).toMatchObject({
      error: {
        code: 'rate_limit_exceeded',
        details: { limit: organizationLimit, remaining: 0, scope: 'organization', reset_at: expect.any(String) },
      },
    });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.fetch('/v1/languages')).status).toBe(200);
  });

  it('an organization has at most 1,000 active keys, and one that is revoked makes room for another', async () => {
    const first = await dataOf(await makeKey('first'));
    // The key by which the organization was made is the other one.
    const names = Array.from({ length: maxActiveKeys - 2 }, (_, number) => `key ${number}`);
    const makeSome = async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const answer = await makeKey(name);
        expect(answer.status, name).toBe(201);
        await answer.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, makeSome));
    const refused = await makeKey('one too many');
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('Revoke one'), details: { limit: maxActiveKeys } },
    });
    expect((await service.fetch(`/v1/api-keys/${first.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await makeKey('another')).status).toBe(201);
    expect((await makeKey('again one too many')).status).toBe(409);
  }, 300_000);

  it('a stream that has ended is sent again as often as its key has requests, each time as one of them', async () => {
    const { api_key: key } = await commandLine<Created>(
      ...([service, 'organization', 'create', '--name', 'Resuming', '--tier', 'entry'] as const),
    );
    const { client, connectionId } = await StreamClient.authenticated(service.url, key);
    client.say({ type: 'translate', text: 'One.', source: 'en', target: 'es', id: 'a' });
    await client.got('complete', 'a');
    client.socket.terminate();
    await client.closed();
    let from = connectionId;
    const resume = async () => {
      const { client: next, connectionId: id } = await StreamClient.authenticated(service.url, key);
      next.say({ type: 'resume', connection_id: from, id: 'a', index: 0 });
      const answer = await next.got('complete', 'a').catch(String);
      next.socket.terminate();
      await next.closed();
      if (typeof answer !== 'string') from = id;
      return answer;
    };
    for (let request = 1; request < keyLimit; request += 1) expect(await resume()).toMatchObject({ id: 'a' });
    expect(await resume()).toContain('rate_limit_exceeded');
  });
});
