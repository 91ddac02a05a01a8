import { Pool } from 'undici';
import { createApertiumEngine, debianModesDir } from '#libs/inference/apertium/apertium-engine.js';
import { startApy } from './apertium-apy.js';
import { wordTexts } from './word-texts.js';

/*
 * A process of its own that puts load on one target, whenever it is told to and for as long as it is told:
 * `<this> '<target as JSON>'`, then one `Load` a message, each answered with a `LoadResult`.
 */

export type Target =
  | { kind: 'product'; url: string; apiKey: string }
  /** Starts the server and stops it in the end. */
  | { kind: 'apertium-apy' }
  /** The engine in this very process, called at its port. */
  | { kind: 'engine' };

export interface Load {
  connections: number;
  milliseconds: number;
  words: number;
  seed: number;
}

export interface LoadResult {
  answered: number;
  failed: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export type LoadMessage =
  | { type: 'ready' }
  | { type: 'missing' }
  | ({ type: 'result' } & LoadResult)
  | { type: 'failed'; reason: string };

interface Client {
  /** Rejects when the answer is not a translation. */
  translate(text: string): Promise<void>;
  close(): Promise<unknown>;
}

const assertTranslated = (translation: unknown): void => {
  if (typeof translation !== 'string' || translation === '') throw new Error('The answer holds no translation');
};

const openProduct = ({ url, apiKey }: { url: string; apiKey: string }): Client => {
  // One request at a time and connection: as many connections as requests in flight.
  const pool = new Pool(url, { pipelining: 1 });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return {
    translate: async (text) => {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/v1/translate',
        headers,
        body: JSON.stringify({ text, source: 'en', target: 'es' }),
      });
      const answer = (await body.json()) as { data?: { translation?: string }; meta?: { cached?: boolean } };
      if (statusCode !== 200 || answer.meta?.cached !== false) throw new Error(`Status ${statusCode}`);
      assertTranslated(answer.data?.translation);
    },
    close: () => pool.close(),
  };
};

const openApy = async (): Promise<Client | undefined> => {
  const apy = await startApy(debianModesDir);
  return apy && { translate: async (text) => assertTranslated(await apy.translate(text)), close: () => apy.stop() };
};

const openEngine = (): Client => {
  const engine = createApertiumEngine();
  return {
    translate: async (text) => {
      const { segments } = await engine.translate({ source: 'en', target: 'es', segments: [[{ kind: 'text', text }]] });
      assertTranslated(segments[0]?.parts.map((part) => ('text' in part ? part.text : '')).join(''));
    },
    close: () => engine.close(),
  };
};

const open = async (target: Target): Promise<Client | undefined> => {
  if (target.kind === 'product') return openProduct(target);
  return target.kind === 'engine' ? openEngine() : openApy();
};

const drive = async (client: Client, { connections, milliseconds, words, seed }: Load): Promise<LoadResult> => {
  const text = wordTexts(words, seed);
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() - start < milliseconds) {
      const sent = performance.now();
      try {
        await client.translate(text());
        times.push(performance.now() - sent);
      } catch {
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = (performance.now() - start) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { answered: times.length, failed, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
};

const send = (message: LoadMessage): void => {
  process.send?.(message);
};

const client = await open(JSON.parse(process.argv[2] ?? '') as Target);
if (client === undefined) {
  send({ type: 'missing' });
  process.disconnect();
} else {
  process.on('message', (load: Load) => {
    drive(client, load).then(
      (result) => send({ type: 'result', ...result }),
      (error: unknown) => send({ type: 'failed', reason: String(error) }),
    );
  });
  process.once('disconnect', () => {
    void client.close();
  });
  send({ type: 'ready' });
}
