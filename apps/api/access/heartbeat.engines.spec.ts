import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendAsOperator } from '#libs/application/operator-commands.js';
import { CreateOrganization } from '#libs/application/organizations/create-organization.handler.js';
import { type ProcessFixture, processFixture } from '#libs/engines/process/process.fixture.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { eventually } from '#test/e2e/eventually.js';
import { describeWith } from '#test/servers/describe-with.js';
import { type RunningRedis, startRedis } from '#test/servers/redis.js';
import { createApi } from '../start-api.js';

describeWith(['redis'], 'nodes that tell each other by Redis how far they have read', () => {
  let folder: string;
  let redis: RunningRedis;
  let admin: Redis;
  let fixture: ProcessFixture;
  let api: NestFastifyApplication;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-heartbeat-'));
    redis = await startRedis({ folder });
    admin = new Redis(redis.url);
    fixture = await processFixture('api', { REDIS_URL: redis.url });
    api = await createApi(fixture.options);
    await api.init();
    const ports = {
      eventStore: api.get(EVENT_STORE),
      subjectKeys: api.get(SUBJECT_KEYS),
      keyVault: api.get(KEY_VAULT),
      accounts: api.get(ACCOUNTS),
    };
    const context = { organizationId: newId('org'), userAgent: 'a test' };
    const issued = await sendAsOperator(
      ports,
      context,
      (metadata) => new CreateOrganization({ name: 'Acme', tier: 'max' }, metadata),
    );
    key = issued.key;
  });
  afterAll(async () => {
    await api.close();
    await fixture.close();
    admin.disconnect();
    await redis.server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const read = async () => {
    const answer = await api.inject({ url: '/v1/languages', headers: { authorization: `Bearer ${key}` } });
    return [answer.statusCode, answer.json().error?.code, answer.headers['retry-after']];
  };

  it('a node says where it is, and refuses once another has been ahead of it for some time, until nobody says so any more', async () => {
    expect(await read()).toEqual([200, undefined, undefined]);
    await eventually(
      () => admin.get('log:furthest'),
      (said) => said !== null && /^0+3$/.test(said),
    );
    expect(await read()).toEqual([200, undefined, undefined]);
    await admin.set('log:furthest', '9'.repeat(19));
    await eventually(read, ([status]) => status === 503);
    expect(await read()).toEqual([503, 'service_unavailable', '1']);
    const ready = async () => (await api.inject({ url: '/health/ready' })).json();
    const report = await eventually(ready, ({ status }) => status === 'not_ready');
    expect(report.dependencies.api_keys).toMatchObject({ status: 'unavailable' });
    // Nobody repeats the word, which then is forgotten.
    await admin.del('log:furthest');
    await eventually(read, ([status]) => status === 200);
  });
});
