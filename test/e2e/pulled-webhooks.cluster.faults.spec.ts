import { afterAll, beforeAll, expect, it } from 'vitest';
import { AcknowledgedLoad } from './acknowledged-load.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Page {
  messages: { id: string; sequence: number; payload: string }[];
  next: number;
}

const documentsOf = (payloads: readonly string[]): string[] =>
  payloads.map((payload) => (JSON.parse(payload) as { document_id: string }).document_id).toSorted();

let service: RunningService;
let load: AcknowledgedLoad;
let webhookId: string;
const stopping = new AbortController();
/** Payloads in the order in which they came, and the numbers that they had. */
const pulled: string[] = [];
const numbers: number[] = [];
let pulling: Promise<void>;

/** Pulls as a receiver does that keeps its place: whatever fails, it asks again behind the last that it has. */
const pullUntilStopped = async (): Promise<void> => {
  for (let after = 0; !stopping.signal.aborted; ) {
    const answer = await service
      .fetch(`/v1/webhooks/${webhookId}/messages?after=${after}&wait=5`, { signal: stopping.signal })
      .then(async (each) => (each.ok ? ((await each.json()) as { data: Page }).data : undefined))
      .catch(() => undefined);
    if (answer === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    for (const { sequence, payload } of answer.messages) {
      numbers.push(sequence);
      pulled.push(payload);
    }
    after = answer.next;
  }
};

beforeAll(async () => {
  service = await sharedService(withLoad);
  const wanted = { delivery: 'pull', events: ['document.completed'] };
  webhookId = ((await (await service.postJson('/v1/webhooks', wanted)).json()) as { data: { id: string } }).data.id;
  load = new AcknowledgedLoad(service, 'https://hooks.example.com/none');
  pulling = pullUntilStopped();
}, 300_000);
afterAll(async () => {
  stopping.abort();
  await pulling;
});

it('whoever pulls misses nothing and gets nothing twice, though every process is killed in between', async () => {
  for (let round = 0; round < 2; round += 1) {
    await load.start(4);
    await eventually(
      async () => load.acknowledged.documents.length,
      (count) => count > 3 * (round + 1),
    );
    await service.killEverything();
    await load.stop();
    await service.restart();
  }
  const acknowledged = load.acknowledged.documents;
  await eventually(
    async () => new Set(documentsOf(pulled)),
    (told) => acknowledged.every((id) => told.has(id)),
  );
  expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  expect(new Set(documentsOf(pulled)).size).toBe(pulled.length);
}, 600_000);
