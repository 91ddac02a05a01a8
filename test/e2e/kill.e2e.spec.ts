import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AcknowledgedLoad } from './acknowledged-load.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { seededRandom } from './seeded-random.js';
import { WebhookReceiver } from './webhook-receiver.js';

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const shortestRoundMs = 200;
const longestRoundMs = 2_500;

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

describe(`kill -9 of every process, ${rounds} times under load (seed ${seed})`, () => {
  let service: RunningService;
  let receiver: WebhookReceiver;
  let load: AcknowledgedLoad;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await RunningService.start({
      settings: {
        TRANSLEDGER_INFERENCE: 'echo',
        TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'true',
        TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'true',
        TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
      },
    });
    load = new AcknowledgedLoad(service, receiver.url);
    const random = seededRandom(seed);
    for (let round = 0; round < rounds; round += 1) {
      load.start(4);
      await sleep(shortestRoundMs + random() * (longestRoundMs - shortestRoundMs));
      await service.killEverything();
      await load.stop();
      await service.restart();
    }
  }, 600_000);

  afterAll(async () => {
    await service.dispose();
    await receiver.stop();
  });

  const documentStatus = async (id: string): Promise<string> => {
    const answer = (await (await service.fetch(`/v1/documents/${id}`)).json()) as { data?: { status: string } };
    return answer.data?.status ?? 'lost';
  };

  const wholeAuditLog = async (): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await (await service.fetch(`/v1/compliance/audit-logs?limit=1000${query}`)).json()) as AuditPage;
      entries.push(...page.data.entries);
      cursor = page.data.pagination.next_cursor;
    }
    return entries;
  };

  it('has acknowledged some of everything, or the test says nothing', () => {
    const { actions, documents } = load.acknowledged;
    expect(documents.length).toBeGreaterThan(rounds / 4);
    for (const action of ['translate', 'api_key_create']) {
      expect(actions.filter((noted) => noted.action === action).length).toBeGreaterThan(rounds);
    }
  });

  it('completes every acknowledged document', async () => {
    const { documents } = load.acknowledged;
    const statuses = await eventually(
      () => Promise.all(documents.map(documentStatus)),
      (all) => all.every((status) => status === 'completed'),
      120_000,
    );
    expect(new Set(statuses)).toEqual(new Set(['completed']));
  });

  it('has exactly one audit entry for every acknowledged act', async () => {
    const counts = new Map<string, number>();
    for (const { action, request_id } of await wholeAuditLog()) {
      counts.set(`${action} ${request_id}`, (counts.get(`${action} ${request_id}`) ?? 0) + 1);
    }
    const wrong = load.acknowledged.actions.filter(
      ({ action, requestId }) => counts.get(`${action} ${requestId}`) !== 1,
    );
    expect(wrong).toEqual([]);
  });

  it('delivers one webhook, by its id, for every acknowledged document', async () => {
    const idsOf = (): Map<string, Set<string>> => {
      const ids = new Map<string, Set<string>>();
      for (const { headers, body } of receiver.received) {
        const { document_id: id } = JSON.parse(body) as { document_id: string };
        ids.set(id, (ids.get(id) ?? new Set()).add(headers['webhook-id'] ?? ''));
      }
      return ids;
    };
    const { documents } = load.acknowledged;
    await eventually(
      async () => documents.filter((id) => !idsOf().has(id)),
      (missing) => missing.length === 0,
      120_000,
    );
    const doubled = [...idsOf()].filter(([, ids]) => ids.size !== 1);
    expect(doubled).toEqual([]);
  });

  it('has read models that equal their replay from the log', async () => {
    const { projections } = await eventually(
      () => commandLine<ProjectionList>(service, 'projections', 'status'),
      (list) => list.projections.every(({ lagEvents }) => lagEvents === 0),
    );
    expect(projections.every(({ parkedEvents }) => parkedEvents === 0)).toBe(true);
    for (const { name } of projections) {
      const { comparison } = await commandLine<{ comparison: { kind: string } }>(
        service,
        'projections',
        'rebuild',
        name,
      );
      expect(`${name}: ${comparison.kind}`).toBe(`${name}: equal`);
    }
  });
});
