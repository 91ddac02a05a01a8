import { Pool } from 'undici';
import { createApertiumEngine, debianModesDir } from '#libs/ports/inference/apertium/apertium-engine.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { startApy } from './apertium-apy.js';
import { startBareRoute } from './bare-route.js';
import type { Target, Task } from './load.js';

export interface LoadClient {
  /** Rejects when the response is not the expected result, whole. */
  send(task: Task, texts: readonly string[]): Promise<void>;
  close(): Promise<unknown>;
}

interface Answer {
  data?: { translation?: string; translations?: { translation: string }[]; language?: string };
  meta?: { cached?: boolean };
}

/** A translation of plain words has about as many characters as they have: one that lost a sentence is shorter. */
const assertWhole = (text: string, translation: unknown): void => {
  if (typeof translation !== 'string' || translation.length < text.length / 2) {
    throw new Error('The answer does not hold the whole translation');
  }
};

const requestOf = (task: Task, texts: readonly string[]): { path: string; body: object } => {
  const languages = { source: 'en', target: 'es' };
  if (task === 'detect') return { path: '/v1/detect', body: { text: texts[0] } };
  if (task === 'batch') return { path: '/v1/translate/batch', body: { texts, ...languages } };
  return { path: '/v1/translate', body: { text: texts[0], ...languages } };
};

const assertAnswer = (task: Task, texts: readonly string[], { data, meta }: Answer): void => {
  if (task === 'detect') {
    if (data?.language === undefined) throw new Error('The answer names no language');
    return;
  }
  if (task !== 'cached' && meta?.cached === true) throw new Error('The answer came from the cache');
  const translations = data?.translations?.map(({ translation }) => translation) ?? [data?.translation];
  for (const [index, text] of texts.entries()) assertWhole(text, translations[index]);
};

const openHttp = (url: string, apiKey: string): LoadClient => {
  // One request at a time and connection: as many connections as requests in flight.
  const pool = new Pool(url, { pipelining: 1 });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return {
    send: async (task, texts) => {
      const { path, body } = requestOf(task, texts);
      const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
      const parsed = (await answer.body.json()) as Answer;
      if (answer.statusCode !== 200) throw new Error(`Status ${answer.statusCode}`);
      assertAnswer(task, texts, parsed);
    },
    close: () => pool.close(),
  };
};

const openBareRoute = async (): Promise<LoadClient> => {
  const route = await startBareRoute();
  const client = openHttp(route.url, 'none');
  return {
    ...client,
    close: async () => {
      await client.close();
      await route.stop();
    },
  };
};

const openApy = async (): Promise<LoadClient | undefined> => {
  const apy = await startApy(debianModesDir);
  return (
    apy && {
      send: async (_, [text = '']) => assertWhole(text, await apy.translate(text)),
      close: () => apy.stop(),
    }
  );
};

const openEngine = (): LoadClient => {
  const engine = createApertiumEngine();
  return {
    send: async (_, texts) => {
      const { segments } = await engine.translate({
        source: 'en',
        target: 'es',
        segments: texts.map((text) => [{ kind: 'text', text }]),
      });
      for (const [index, text] of texts.entries()) assertWhole(text, plainText(segments[index]?.parts ?? []));
    },
    close: () => engine.close(),
  };
};

/** Opens a client of the target; undefined where the target is not installed. */
export const openClient = async (target: Target): Promise<LoadClient | undefined> => {
  switch (target.kind) {
    case 'product':
      return openHttp(target.url, target.apiKey);
    case 'bare route':
      return openBareRoute();
    case 'engine':
      return openEngine();
    default:
      return openApy();
  }
};
