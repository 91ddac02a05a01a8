import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { seededRandom } from './seeded-random.js';
import { sharedService, withLoad } from './shared-service.js';

const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const maxDelayMs = 300;
/** Requests that a driver sends before each lane has an answer: an organization has at most 1,000 keys. */
const atFirst = 20;
const lanes = ['key', 'translation', 'document'] as const;

/** Removes the stored answers, as if every process had died between the effect and the answer. */
const forgetAnswers = async (service: RunningService): Promise<void> => {
  const client = new Client({ connectionString: await embeddedPostgresUrl(join(service.dataDir, 'postgres')) });
  await client.connect();
  try {
    await client.query('update idempotency.execution set sealed_answer = null');
  } finally {
    await client.end();
  }
};

/** A request that is sent until it has an answer, and twice more. */
interface Keyed {
  key: string;
  lane: (typeof lanes)[number];
  /** Answers that reached the caller. */
  answers: { status: number; requestId: string | null; isReplayed: boolean; body: string }[];
}

interface Answer {
  data: { id: string; key?: string };
  meta: { request_id: string };
}

const characters = 30;

describe(`an idempotency key, through ${rounds} kills of every process (seed ${seed})`, () => {
  let service: RunningService;
  const sent: Keyed[] = [];
  let isRunning = false;
  let isAnswered = false;

  const send = async (keyed: Keyed): Promise<Response> => {
    const headers = { 'idempotency-key': keyed.key };
    if (keyed.lane === 'key') {
      return service.postJson('/v1/api-keys', { name: keyed.key, scopes: ['translate'] }, { headers });
    }
    const text = keyed.key.padEnd(characters, 'x');
    if (keyed.lane === 'translation') {
      return service.postJson('/v1/translate', { text, source: 'en', target: 'es' }, { headers });
    }
    const form = new FormData();
    form.set('file', new Blob([text]), 'a.txt');
    form.set('source', 'en');
    form.set('target', 'es');
    return service.fetch('/v1/documents', { method: 'POST', body: form, headers });
  };

  const attempt = async (keyed: Keyed): Promise<number | undefined> => {
    try {
      const answer = await send(keyed);
      const body = await answer.text();
      if (!answer.ok) return answer.status;
      const { headers, status } = answer;
      const isReplayed = headers.get('idempotency-replayed') === 'true';
      keyed.answers.push({ status, requestId: headers.get('x-request-id'), isReplayed, body });
      return status;
    } catch {
      return undefined;
    }
  };

  const drive = async (lane: Keyed['lane']): Promise<void> => {
    for (let count = 0; isRunning; count += 1) {
      while (isRunning && !isAnswered && count >= atFirst) await sleep(10);
      const keyed: Keyed = { key: `${lane}-${sent.length}`, lane, answers: [] };
      sent.push(keyed);
      await attempt(keyed);
    }
  };

  beforeAll(async () => {
    service = await sharedService(withLoad);
    const random = seededRandom(seed);
    for (let round = 0; round < rounds; round += 1) {
      isRunning = true;
      isAnswered = false;
      const before = sent.length;
      const running = [...lanes, ...lanes].map(drive);
      const answered = async () =>
        new Set(sent.slice(before).flatMap((it) => (it.answers.length > 0 ? [it.lane] : [])));
      await eventually(answered, (seen) => seen.size === lanes.length);
      isAnswered = true;
      await sleep(random() * maxDelayMs);
      await service.killEverything();
      isRunning = false;
      await Promise.all(running);
      await service.restart();
    }
    for (const keyed of sent)
      await eventually(
        () => attempt(keyed),
        (status) => status !== undefined && status < 300,
      );
    await forgetAnswers(service);
    for (const keyed of sent) await attempt(keyed);
    for (const keyed of sent) await attempt(keyed);
  }, 600_000);

  const answersOf = (lane: Keyed['lane']): Answer[] =>
    sent.filter((keyed) => keyed.lane === lane).map(({ answers }) => JSON.parse(answers.at(-1)?.body ?? '{}'));

  const auditEntries = async (action: string): Promise<{ request_id: string; resource_id: string }[]> => {
    const answer = await service.fetch(`/v1/compliance/audit-logs?action=${action}&limit=1000`);
    return ((await answer.json()) as { data: { entries: { request_id: string; resource_id: string }[] } }).data.entries;
  };

  it('some requests were cut off, or the test says nothing', () => {
    for (const lane of lanes) {
      const cutOff = sent.filter((keyed) => keyed.lane === lane && keyed.answers.length === 3);
      expect(cutOff.length).toBeGreaterThan(0);
    }
  });

  it('the same key gets the same response each time, stored or executed again', () => {
    for (const { key, lane, answers } of sent) {
      const different = new Set(
        answers.map(({ status, requestId, body }) => {
          // How long it took, and whether the translation was at hand, is each execution's own.
          const said = lane === 'translation' ? JSON.stringify((JSON.parse(body) as Answer).data) : body;
          return JSON.stringify([status, requestId, said]);
        }),
      );
      expect({ key, different: [...different] }).toEqual({ key, different: [[...different][0]] });
      expect({ key, replayed: answers.slice(-2).map(({ isReplayed }) => isReplayed) }).toEqual({
        key,
        replayed: [false, true],
      });
      expect(answers.at(-1)?.body).toBe(answers.at(-2)?.body);
    }
  });

  it('a request for an API key makes one, which works', async () => {
    const answers = answersOf('key');
    const list = await service.fetch('/v1/api-keys?limit=1000');
    const { data } = (await list.json()) as { data: { api_keys: { id: string; name: string }[] } };
    const made = data.api_keys.filter(({ name }) => name.startsWith('key-'));
    expect(made.map(({ id }) => id).sort()).toEqual(answers.map((answer) => answer.data.id).sort());
    const body = { text: 'Hello.', source: 'en', target: 'es' };
    for (const answer of answers.slice(-20)) {
      const key = answer.data.key ?? '';
      expect((await service.postJson('/v1/translate', body, { key })).status).toBe(200);
    }
  });

  it.each([
    ['api_key_create', 'key'],
    ['document_upload', 'document'],
  ] as const)('a repeated request leaves one audit entry of %s', async (action, lane) => {
    const requestIds = answersOf(lane).map(({ meta }) => meta.request_id);
    const entries = (await auditEntries(action)).map(({ request_id }) => request_id);
    expect(entries.filter((id) => requestIds.includes(id)).sort()).toEqual([...requestIds].sort());
    expect(entries.filter((id) => !requestIds.includes(id)).length).toBeLessThanOrEqual(1); // the first start's own key
  });

  it('a repeated translation leaves one audit entry, and its characters count once', async () => {
    const requestIds = new Set(answersOf('translation').map(({ meta }) => meta.request_id));
    const entries = (await auditEntries('translate')).map(({ request_id }) => request_id);
    expect(entries.filter((id) => requestIds.has(id))).toHaveLength(requestIds.size);
    const answer = await service.fetch('/v1/usage?start=2000-01-01');
    const { data } = (await answer.json()) as { data: { by_endpoint: { endpoint: string; characters: number }[] } };
    const sentence = 'Hello.'.length * Math.min(20, answersOf('key').length);
    const translated = data.by_endpoint.find(({ endpoint }) => endpoint === 'translate')?.characters;
    expect(translated).toBe(requestIds.size * characters + sentence);
  });

  it('a repeated rotation makes one successor of a key', async () => {
    const [first] = answersOf('key');
    const rotate = () =>
      service.fetch(`/v1/api-keys/${first?.data.id}/rotate`, {
        method: 'POST',
        headers: { 'idempotency-key': 'rotation' },
      });
    const rotated = await (await rotate()).text();
    await forgetAnswers(service);
    expect(await (await rotate()).text()).toBe(rotated);
    expect((await rotate()).headers.get('idempotency-replayed')).toBe('true');
  });

  it('another body under the same key is refused', async () => {
    const headers = { 'idempotency-key': 'key-refused' };
    const create = (name: string) => service.postJson('/v1/api-keys', { name, scopes: ['translate'] }, { headers });
    expect((await create('one')).status).toBe(201);
    expect((await create('two')).status).toBe(409);
    expect((await create('one')).headers.get('idempotency-replayed')).toBe('true');
  });
});
