import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually } from './eventually.js';

const lanes = 8;
const patienceMs = 180_000;

/** The answer that a caller got to its request under an idempotency key, and how often it had to ask. */
export interface Told {
  key: string;
  requestId: string;
  tries: number;
}

/** Eight callers, each of which asks for one translation after the other, each until it is answered. */
export class PersistentCallers {
  readonly told: Told[] = [];
  private readonly ending = new AbortController();
  private readonly driving: Promise<void>[];

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
    private readonly name = 'key',
  ) {
    this.driving = Array.from({ length: lanes }, (_, lane) => this.drive(lane));
  }

  /** Resolves when each caller was told of two requests more, on average. */
  async areTold(): Promise<void> {
    const before = this.told.length;
    await eventually(
      async () => this.told.length,
      (count) => count >= before + 2 * lanes,
      patienceMs,
    );
  }

  /** Resolves when each caller was told of its last request. */
  async end(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.driving);
  }

  private async drive(lane: number): Promise<void> {
    for (let n = 0; !this.ending.signal.aborted; n += 1) {
      const key = `${this.name}-${lane}-${n}`;
      for (let tries = 1; ; tries += 1) {
        const requestId = await this.translate(key).catch(() => undefined);
        if (requestId !== undefined) {
          this.told.push({ key, requestId, tries });
          break;
        }
        await sleep(50);
      }
    }
  }

  private async translate(key: string): Promise<string | undefined> {
    const answer = await fetch(`${this.url}/v1/translate`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ text: `Sentence of ${key}.`, source: 'en', target: 'es' }),
      signal: AbortSignal.timeout(13_000),
    });
    const body = (await answer.json()) as { meta: { request_id: string } };
    return answer.ok ? body.meta.request_id : undefined;
  }
}

/** The requests whose translations the log in the database holds, as often as it holds them, and at which positions. */
export const placesInLog = async (url: string): Promise<{ request: string; position: number }[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ request: string; position: string }>(
      `select metadata ->> 'requestId' as request, position from event_store.events where type = 'TextTranslated'`,
    );
    return rows.map(({ request, position }) => ({ request, position: Number(position) }));
  } finally {
    await client.end();
  }
};

/** The ids of these requests. */
export const requestsInLog = async (url: string): Promise<string[]> =>
  (await placesInLog(url)).map(({ request }) => request);
