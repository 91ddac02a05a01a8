import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { processTree } from './end-service.js';
import { eventually } from './eventually.js';
import { GlossaryClient, glossaryIn } from './glossary-client.js';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium, withLimits } from './shared-service.js';

const translation = { text: 'Hello.', source: 'en', target: 'es' };

const dataOf = async <Data>(answer: Response): Promise<Data> => ((await answer.json()) as { data: Data }).data;

describe('what every process was killed after', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withApertium);
  });

  it('the audit log and glossaries are as they were', async () => {
    const glossaries = new GlossaryClient(service);
    const { id } = await glossaries.create();
    await glossaries.replace(id, [{ source: 'house', target: 'mansión' }]);
    const auditLog = async () =>
      (await dataOf<{ entries: object[] }>(await service.fetch('/v1/compliance/audit-logs'))).entries;
    const before = await auditLog();
    await service.killEverything();
    await service.restart();
    expect(await auditLog()).toEqual(before);
    expect(await glossaryIn(await glossaries.get(id), 200)).toMatchObject({ version: 2 });
    expect((await glossaries.translate({ glossary_id: id })).data.translation).toContain('mansión');
  });
});

describe('limits and keys, once processes were killed', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLimits);
  });

  it('used characters stay used', async () => {
    const remaining = async () =>
      (await dataOf<{ characters: { remaining: number } }>(await service.fetch('/v1/usage'))).characters.remaining;
    expect((await service.postJson('/v1/translate', { ...translation, text: 'a'.repeat(400) })).status).toBe(200);
    const before = await remaining();
    expect(before).toBe(600);
    await service.killEverything();
    await service.restart();
    expect((await service.postJson('/v1/translate', { ...translation, text: 'a'.repeat(601) })).status).toBe(402);
    expect(await remaining()).toBe(before);
  });

  const createKey = async (name: string): Promise<{ id: string; key: string }> => {
    const answer = await service.postJson('/v1/api-keys', { name, scopes: ['translate'] });
    expect(answer.status).toBe(201);
    return dataOf(answer);
  };

  it('what was revoked, suspended and made while no projector ran holds on a node that starts again', async () => {
    const processOf = (role: string): number => {
      const pid = processTree(service.pid).find((id) =>
        readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(`/apps/${role}/main.js`),
      );
      if (pid === undefined) throw new Error(`No ${role} runs`);
      return pid;
    };
    const statusOf = async (key: string) => (await service.fetch('/v1/organization', { key })).status;
    const revoked = await createKey('revoked meanwhile');
    const other = await commandLine<{ api_key: string; organization_id: string }>(
      service,
      ...['organization', 'create', '--name', 'Suspended', '--tier', 'max'],
    );
    expect([await statusOf(revoked.key), await statusOf(other.api_key)]).toEqual([200, 200]);
    const projector = processOf('projector');
    process.kill(projector, 'SIGSTOP');
    try {
      expect((await service.fetch(`/v1/api-keys/${revoked.id}`, { method: 'DELETE' })).status).toBe(200);
      const made = await createKey('made meanwhile');
      await commandLine(service, 'organization', 'suspend', other.organization_id);
      process.kill(processOf('api'), 'SIGKILL');
      await eventually(
        () => statusOf(made.key).catch(() => 0),
        (status) => status === 200,
      );
      // The balancer of a cluster may meet the connections of the node that was killed.
      const statuses = await eventually(
        async () => [await statusOf(revoked.key), await statusOf(other.api_key)],
        (found) => !found.includes(502),
      );
      expect(statuses).toEqual([401, 403]);
    } finally {
      process.kill(projector, 'SIGCONT');
    }
  });
});
