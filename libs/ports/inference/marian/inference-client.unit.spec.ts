import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelBusyError, ModelUnavailableError } from '../inference.errors.js';
import { dictionaryTranslation, marianModel } from './contract/dictionary-models.js';
import { InferenceClient } from './inference-client.js';
import { type AskedProcess, InferenceProcess, translated } from './inference-process.fixture.js';
import { maxSentenceLength, maxSentences } from './inference-protocol.js';
import { SentenceTooLongError } from './marian-models.js';

const { sha256: model } = marianModel('en', 'es', 'tiny');
const sentence = 'the cat of my friend sees the house';

let processes: InferenceProcess[];
let clients: InferenceClient[];
beforeEach(() => {
  processes = [];
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(processes.map((process) => process.remove()));
});

const start = async (count = 1) => {
  const started = await Promise.all(Array.from({ length: count }, () => InferenceProcess.start()));
  processes.push(...started);
  const client = new InferenceClient(started.map(({ address }) => address));
  clients.push(client);
  const [one, two] = started;
  if (one === undefined) throw new Error('no process');
  return { client, one, two: two ?? one };
};

const tokensOf = async (client: InferenceClient, onToken: (count: number) => unknown = () => undefined) => {
  const tokens: string[] = [];
  const stream = client.stream(sentence, { model });
  for (;;) {
    const next = await stream.next();
    if (next.done === true) return { tokens, text: next.value.text };
    tokens.push(next.value.text);
    await onToken(tokens.length);
  }
};
const { tokens: wholeTokens, text: wholeText } = dictionaryTranslation(sentence);
const whole = { tokens: wholeTokens.map(({ text }) => text), text: wholeText };

/** Says so many lines of the answer, and dies. */
const dyingAfter =
  (lines: number) =>
  ({ body, stream, say }: AskedProcess): void => {
    stream.respond({ ':status': 200 });
    const { tokens } = dictionaryTranslation(body.sentences[0] ?? '');
    say(...tokens.slice(0, lines).map((token) => ({ token })));
  };

describe('sentences', () => {
  it('come back in their order, in requests of a bounded size', async () => {
    const { client, one } = await start();
    const sentences = Array.from({ length: 100 }, (_, at) => `cat ${at}`);
    const answers = await client.translate(sentences, { model, priority: 'document', organizationId: 'o' });
    expect(answers.map(({ text }) => text)).toEqual(sentences.map((each) => dictionaryTranslation(each).text));
    for (const { body } of one.asked) {
      expect(body).toMatchObject({ model, priority: 'document', organizationId: 'o' });
      expect(body.sentences.length).toBeLessThanOrEqual(maxSentences);
    }
    expect(one.asked.length).toBeGreaterThan(2);
  });

  it('of no model’s length are not asked for', async () => {
    const { client, one } = await start();
    const long = 'x'.repeat(maxSentenceLength + 1);
    await expect(client.translate(['cat', long], { model })).rejects.toThrow(SentenceTooLongError);
    await expect(client.stream(long, { model }).next()).rejects.toThrow(SentenceTooLongError);
    expect(one.asked).toEqual([]);
  });

  it('are all left when one of them fails', async () => {
    const { client, one } = await start();
    one.answer = ({ body, stream, say }) => {
      stream.respond({ ':status': 200 });
      if (!body.sentences.includes('cat 0')) return;
      say({ error: { kind: 'unavailable', message: 'broken' } });
      stream.end();
    };
    const sentences = Array.from({ length: 64 }, (_, at) => `cat ${at}`);
    await expect(client.translate(sentences, { model })).rejects.toThrow('broken');
    await vi.waitUntil(() => one.asked.every(({ stream }) => stream.destroyed), { timeout: 30_000 });
  });

  it('are streamed token by token', async () => {
    const { client } = await start();
    expect(await tokensOf(client)).toEqual(whole);
  });
});

describe('a process that dies', () => {
  it.each([0, 1, 4])('after %i tokens is asked again where it comes back, and no token comes twice', async (lines) => {
    const { client, one } = await start();
    one.answer = (asked) => {
      one.answer = translated;
      dyingAfter(lines)(asked);
      if (lines === 0) void one.die().then(() => one.listen());
    };
    const told = await tokensOf(client, async (count) => {
      if (count !== lines) return;
      await one.die();
      await one.listen();
    });
    expect(told).toEqual(whole);
    expect(one.asked).toHaveLength(2);
  });

  it('is asked again for those sentences alone that had no answer', async () => {
    const { client, one } = await start();
    one.answer = ({ stream, say }) => {
      one.answer = translated;
      stream.respond({ ':status': 200 });
      say({ index: 1, translation: dictionaryTranslation('the cat') });
      setImmediate(() => void one.die().then(() => one.listen()));
    };
    const answers = await client.translate(['my house', 'the cat', 'water'], { model });
    expect(answers.map(({ text }) => text)).toEqual(['mi casa', 'el gato', 'agua']);
    const [first, second] = one.asked;
    expect(first?.body.sentences).toEqual(['my house', 'the cat', 'water']);
    expect(second?.body.sentences).toContain('my house');
    expect(one.asked).toHaveLength(2);
  });

  it('twice is not asked a third time', async () => {
    const { client, one } = await start();
    one.answer = () => void one.die().then(() => one.listen());
    await expect(client.translate([sentence], { model })).rejects.toThrow(/went away twice/);
    expect(one.asked).toHaveLength(2);
  });

  it('leaves its work to the other one', async () => {
    const { client, one, two } = await start(2);
    for (const each of [one, two]) {
      each.answer = () => {
        for (const other of [one, two]) other.answer = translated;
        void each.die();
      };
    }
    expect(await tokensOf(client)).toEqual(whole);
    expect([one, two].map(({ asked }) => asked.length)).toEqual([1, 1]);
  });

  it('for good is unavailable after five seconds, and not ready', async () => {
    const { client, one } = await start();
    await client.list();
    await one.die();
    const since = performance.now();
    await expect(client.translate([sentence], { model })).rejects.toThrow(ModelUnavailableError);
    expect(performance.now() - since).toBeGreaterThan(4_900);
    expect(await client.health()).toEqual({ ready: false, reason: 'The inference process does not answer.' });
  });
});

describe('a process that refuses', () => {
  it('for it is full is left for another, and all that are full are busy', async () => {
    const { client, one, two } = await start(2);
    const full = ({ stream, say }: AskedProcess): void => {
      stream.respond({ ':status': 200 });
      say({ error: { kind: 'busy', message: 'full' } });
      stream.end();
    };
    one.answer = full;
    await client.translate(['cat'], { model });
    await client.translate(['cat'], { model });
    expect(await tokensOf(client)).toEqual(whole);
    expect(two.asked).toHaveLength(3);
    two.answer = full;
    await expect(client.translate(['cat'], { model })).rejects.toThrow(ModelBusyError);
  });

  it('for it has lost the model is left for another, and is not asked for it again', async () => {
    const { client, one, two } = await start(2);
    one.answer = ({ stream, say }) => {
      one.models = [];
      stream.respond({ ':status': 200 });
      say({ error: { kind: 'missing', message: 'gone' } });
      stream.end();
    };
    for (let at = 0; at < 4; at += 1) await client.translate(['cat'], { model });
    expect([one.asked.length, two.asked.length]).toEqual([1, 4]);
  });

  it('for the model is nowhere says so at once', async () => {
    const { client } = await start(2);
    const since = performance.now();
    await expect(client.translate(['cat'], { model: 'other' })).rejects.toThrow('The model is not installed');
    expect(performance.now() - since).toBeLessThan(4_000);
  });

  it('for it is of another version is away, and says why', async () => {
    const { client, one } = await start();
    one.isOfAnotherVersion = true;
    expect(await client.health()).toEqual({ ready: false, reason: 'The inference process is of another version.' });
    await expect(client.translate(['cat'], { model })).rejects.toThrow('The inference process is of another version');
  });
});

describe('an answer that is none', () => {
  const giant = Buffer.alloc(5 * 2 ** 20, 'x');
  it.each<[string, string | Buffer]>([
    ['garbage', '\0\xff{"\n'],
    ['JSON of another shape', '{"translation":{"text":"cat"},"index":0}\n'],
    ['null', 'null\n'],
    ['half a line', '{"index":0,"transl'],
    ['nothing', ''],
    ['a line without end', giant],
    ['an answer to another sentence', `${JSON.stringify({ index: 7, translation: dictionaryTranslation('cat') })}\n`],
  ])('%s: is asked for once more, and then unavailable', async (_what, bytes) => {
    const { client, one } = await start();
    one.answer = ({ stream }) => {
      stream.respond({ ':status': 200 });
      stream.end(bytes);
    };
    await expect(client.translate(['cat'], { model })).rejects.toThrow(/went away twice/);
    await expect(client.stream('cat', { model }).next()).rejects.toThrow(/went away twice/);
    expect(one.asked).toHaveLength(4);
    one.answer = translated;
    expect(await tokensOf(client)).toEqual(whole);
  });
});

describe('work that is cancelled', () => {
  const reason = new Error('enough');

  it.each(['translate', 'stream'] as const)('ends in the process, and rejects with its reason: %s', async (how) => {
    const { client, one } = await start();
    one.answer = dyingAfter(0);
    const gone = new AbortController();
    const options = { model, signal: gone.signal };
    const work = how === 'stream' ? client.stream(sentence, options).next() : client.translate([sentence], options);
    const rejected = expect(work).rejects.toBe(reason);
    await vi.waitUntil(() => one.asked.length === 1, { timeout: 30_000 });
    gone.abort(reason);
    await rejected;
    await vi.waitUntil(() => one.asked[0]?.stream.destroyed, { timeout: 30_000 });
    expect(one.asked).toHaveLength(1);
  });

  it('while no process answers ends at once', async () => {
    const { client, one } = await start();
    await one.die();
    const gone = new AbortController();
    const work = client.translate([sentence], { model, signal: gone.signal });
    setImmediate(() => gone.abort(reason));
    await expect(work).rejects.toBe(reason);
    await expect(client.translate([sentence], { model, signal: gone.signal })).rejects.toBe(reason);
  });

  it('by a reader who leaves the stream ends in the process', async () => {
    const { client, one } = await start();
    one.answer = dyingAfter(2);
    for await (const _token of { [Symbol.asyncIterator]: () => client.stream(sentence, { model }) }) break;
    await vi.waitUntil(() => one.asked[0]?.stream.destroyed, { timeout: 30_000 });
  });

  it('by the end of the client is rejected', async () => {
    const { client, one } = await start();
    one.answer = dyingAfter(0);
    const work = expect(client.translate([sentence], { model })).rejects.toThrow(/was closed/);
    await vi.waitUntil(() => one.asked.length === 1, { timeout: 30_000 });
    await client.close();
    await work;
  });
});

describe('several processes', () => {
  it('share what is asked for, the one with least under way first', async () => {
    const { client, one, two } = await start(2);
    for (let at = 0; at < 6; at += 1) await client.translate([`cat ${at}`], { model });
    expect([one.asked.length, two.asked.length]).toEqual([3, 3]);
    one.answer = dyingAfter(0);
    two.answer = dyingAfter(0);
    const rejected = Array.from({ length: 4 }, () =>
      expect(client.translate(['cat'], { model })).rejects.toThrow(/closed/),
    );
    await vi.waitUntil(() => one.asked.length + two.asked.length === 10, { timeout: 30_000 });
    expect([one.asked.length, two.asked.length]).toEqual([5, 5]);
    await client.close();
    await Promise.all(rejected);
  });

  it('offer the models of all, each once', async () => {
    const { client, two } = await start(2);
    two.models = [marianModel('en', 'es', 'tiny'), marianModel('en', 'de', 'base')];
    expect((await client.list()).map(({ id }) => id)).toEqual(['marian-en-es-tiny', 'marian-en-de-base']);
    expect(await client.health()).toEqual({ ready: true });
  });
});

it('a model that is added is known at the first sentence for it', async () => {
  const { client, one } = await start();
  await client.list();
  one.models = [...one.models, marianModel('en', 'de', 'base')];
  const { sha256 } = marianModel('en', 'de', 'base');
  expect(await client.translate(['cat'], { model: sha256 })).toHaveLength(1);
});
