import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { eventually } from './eventually.js';
import { newDataDir, RunningService } from './running-service.js';
import { withLoad } from './shared-service.js';
import { WebhookReceiver } from './webhook-receiver.js';

interface Delivery {
  id: string;
  sequence: number;
  status: string;
  attempts: object[];
}

const minute = 60_000;

/** Puts the clock of every process of the service ahead by the milliseconds that the file says as it starts. */
const shiftedClock = (file: string): string => `
import { readFileSync } from 'node:fs';
const shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
const RealDate = Date;
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shift;
  }
};
`;

let service: RunningService;
let receiver: WebhookReceiver;
let clockFile: string;
let shiftMs = 0;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  const dataDir = await newDataDir();
  clockFile = join(dataDir, 'shift');
  const preload = join(dataDir, 'shifted-clock.mjs');
  await Promise.all([writeFile(clockFile, '0'), writeFile(preload, shiftedClock(clockFile))]);
  const settings = { ...withLoad, NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` };
  service = await RunningService.start({ dataDir, settings });
}, 180_000);
afterAll(async () => {
  await service.dispose();
  await receiver.stop();
});

const dataOf = async <T>(answer: Response): Promise<T> => {
  const body = (await answer.json()) as { data: T };
  expect(answer.ok, JSON.stringify(body)).toBe(true);
  return body.data;
};
const translate = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new Blob(['The house is big.'], { type: 'text/plain' }), 'house.txt');
    await dataOf(await service.fetch('/v1/documents', { method: 'POST', body: form }));
  }
};

/** Kills every process of the service, the database too, and starts it again that much later. */
const killUntil = async (laterMs: number): Promise<void> => {
  await service.killEverything();
  shiftMs = laterMs;
  await writeFile(clockFile, String(shiftMs));
  await service.restart();
};

/** The database has a clock of its own: what is due by that of the service is due by that of the database too. */
const passTime = async (): Promise<void> => {
  const client = new Client({ connectionString: await embeddedPostgresUrl(join(service.dataDir, 'postgres')) });
  await client.connect();
  try {
    await client.query(
      `update job_queue.job set start_after = now()
        where name = 'webhook-attempt' and state < 'active' and start_after > now()
          and start_after <= now() + $1 * interval '1 millisecond'`,
      [shiftMs],
    );
  } finally {
    await client.end();
  }
};

it('a receiver that was away for ten minutes gets every message, with its number, though all was killed meanwhile', async () => {
  const created = await service.postJson('/v1/webhooks', { url: receiver.url, events: ['document.completed'] });
  const { id } = await dataOf<{ id: string }>(created);
  const deliveries = async (): Promise<Delivery[]> => {
    await passTime();
    return (await dataOf<{ deliveries: Delivery[] }>(await service.fetch(`/v1/webhooks/${id}/deliveries`))).deliveries;
  };
  const attempted = (count: number, attempts: number) =>
    eventually(
      deliveries,
      (found) => found.length === count && found.every((delivery) => delivery.attempts.length >= attempts),
      180_000,
    );

  receiver.statusCode = 503;
  await translate(3);
  await attempted(3, 1);
  await killUntil(5 * minute);
  await translate(2);
  await attempted(5, 1);
  await translate(2);
  await killUntil(10 * minute);
  await attempted(7, 2);
  expect(receiver.accepted).toEqual([]);

  receiver.statusCode = 204;
  // Waits after the third attempt are half an hour.
  await killUntil(60 * minute);
  const found = await eventually(deliveries, (all) => all.every(({ status }) => status === 'succeeded'), 180_000);
  const numbers = found.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const told = new Map(receiver.accepted.map(({ headers }) => [headers['webhook-id'], headers['webhook-sequence']]));
  expect(told).toEqual(new Map(found.map((delivery) => [delivery.id, String(delivery.sequence)])));
}, 600_000);
