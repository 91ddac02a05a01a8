import { expect, it } from 'vitest';
import type { AcknowledgedLoad } from './acknowledged-load.js';
import type { ApiClient } from './api-client.js';
import { eventually } from './eventually.js';
import type { WebhookReceiver } from './webhook-receiver.js';

interface Entry {
  action: string;
  request_id: string;
}

interface AuditPage {
  data: { entries: Entry[]; pagination: { next_cursor: string | null } };
}

interface ProjectionList {
  projections: { name: string; lagEvents: number; parkedEvents: number }[];
}

interface Scene {
  load: AcknowledgedLoad;
  client: ApiClient;
  receiver: WebhookReceiver;
  commandLine: <T>(...args: string[]) => Promise<T>;
}

const patienceMs = 240_000;

/** What must hold after any fault of all that a load was told had been done. */
export const itLostNothing = (sceneNow: () => Scene): void => {
  const documentStatus = async (id: string): Promise<string> => {
    const answer = (await (await sceneNow().client.fetch(`/v1/documents/${id}`)).json()) as {
      data?: { status: string };
    };
    return answer.data?.status ?? 'lost';
  };

  const wholeAuditLog = async (): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await (
        await sceneNow().client.fetch(`/v1/compliance/audit-logs?limit=1000${query}`)
      ).json()) as AuditPage;
      entries.push(...page.data.entries);
      cursor = page.data.pagination.next_cursor;
    }
    return entries;
  };

  it('completes every acknowledged document', async () => {
    const { documents } = sceneNow().load.acknowledged;
    const statuses = await eventually(
      () => Promise.all(documents.map(documentStatus)),
      (all) => all.every((status) => status === 'completed'),
      patienceMs,
    );
    expect(new Set(statuses)).toEqual(new Set(['completed']));
  });

  it('has exactly one audit entry for every acknowledged act', async () => {
    const counts = new Map<string, number>();
    for (const { action, request_id } of await wholeAuditLog()) {
      counts.set(`${action} ${request_id}`, (counts.get(`${action} ${request_id}`) ?? 0) + 1);
    }
    const wrong = sceneNow().load.acknowledged.actions.filter(
      ({ action, requestId }) => counts.get(`${action} ${requestId}`) !== 1,
    );
    expect(wrong).toEqual([]);
  });

  it('delivers one webhook, by its id, for every acknowledged document', async () => {
    const idsOf = (): Map<string, Set<string>> => {
      const ids = new Map<string, Set<string>>();
      for (const { headers, body } of sceneNow().receiver.accepted) {
        const { document_id: id } = JSON.parse(body) as { document_id: string };
        ids.set(id, (ids.get(id) ?? new Set()).add(headers['webhook-id'] ?? ''));
      }
      return ids;
    };
    const { documents } = sceneNow().load.acknowledged;
    await eventually(
      async () => documents.filter((id) => !idsOf().has(id)),
      (missing) => missing.length === 0,
      patienceMs,
    );
    const doubled = [...idsOf()].filter(([, ids]) => ids.size !== 1);
    expect(doubled).toEqual([]);
  });

  it('has read models that equal their replay from the log', async () => {
    const { projections } = await eventually(
      () => sceneNow().commandLine<ProjectionList>('projections', 'status'),
      (list) => list.projections.every(({ lagEvents }) => lagEvents === 0),
    );
    expect(projections.every(({ parkedEvents }) => parkedEvents === 0)).toBe(true);
    for (const { name } of projections) {
      const { comparison } = await sceneNow().commandLine<{ comparison: { kind: string } }>(
        'projections',
        'rebuild',
        name,
      );
      expect(`${name}: ${comparison.kind}`).toBe(`${name}: equal`);
    }
  });
};
