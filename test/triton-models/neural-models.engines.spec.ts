import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTritonClient, type TritonClient } from '@transledger/triton-client';
import { stringsOf } from '@transledger/triton-client/infer-response';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { type ModelTexts, modelTexts } from './model-texts.js';
import { buildTinyModel, prepareModels } from './python.js';
import { streamCounts } from './stream-metrics.js';

const sentence = 'We saw the water of the river yesterday, and it was cold.';

describe('neural models on Triton', () => {
  let folder: string;
  let triton: RunningTriton;
  let client: TritonClient;
  let tiny: ModelTexts;
  const weights = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weights-'));
    await buildTinyModel(weights('tiny'), {
      beam_sizes: { fast: 1, quality: 4 },
      formality: { de: { formal: '▁Haus' } },
    });
    await buildTinyModel(weights('tagged'), {
      name: 'tagged',
      scheme: 'madlad',
      languages: { en: 'en', de: 'de', fr: 'fr' },
      beam_sizes: { balanced: 1 },
    });
    await prepareModels(
      ...['--output', weights('repository'), '--weights', weights('tiny'), weights('tagged')],
      ...['--intra-threads', '1', '--queue-delay', '50000'],
    );
    triton = await startTriton({ repository: weights('repository'), modelControl: 'explicit' });
    client = createTritonClient({ urls: [triton.grpcUrl] });
    tiny = { ...modelTexts(client, 'tiny_fast'), ...streamsOf('tiny') };
    await vi.waitFor(async () => expect(await client.modelReady('tiny_fast')).toBe(true), { timeout: 20_000 });
  });
  afterAll(async () => {
    client?.close();
    await triton?.server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** All beam sizes share one streaming model. */
  const streamsOf = (model: string) => {
    const { stream, streamRequest } = modelTexts(client, model);
    return { stream, streamRequest };
  };

  it('the model translates with log-probabilities as confidence, the same each time', async () => {
    const [first] = await tiny.translate('en', 'de', sentence);
    expect(first?.text).not.toBe('');
    expect(first?.text).not.toContain('_Latn');
    expect(first?.confidence).toBeGreaterThan(0);
    expect(first?.confidence).toBeLessThan(1);
    expect(await tiny.translate('en', 'de', sentence)).toEqual([first]);
  });

  it('each text of a batch is translated as it would be alone, whatever the pairs', async () => {
    const texts = ['The black cat.', sentence, 'Water', 'We saw the river. It was cold.'];
    const pairs = [
      ['en', 'de'],
      ['de', 'en'],
    ] as const;
    const alone: string[] = [];
    for (const [source, target] of pairs) {
      for (const text of texts) alone.push(await tiny.text(source, target, text));
    }
    expect(new Set(alone).size).toBeGreaterThan(texts.length);
    const before = (await client.modelStatistics('tiny_fast'))[0]?.execution_count ?? 0;
    const together = await Promise.all(
      pairs.flatMap(([source, target]) => texts.map((text) => tiny.text(source, target, text))),
    );
    expect(together).toEqual(alone);
    expect((await client.modelStatistics('tiny_fast'))[0]?.execution_count).toBeLessThan(before + alone.length);
    const [source, target] = pairs[0];
    const batch = await tiny.translate(source, target, ...texts);
    expect(batch.map(({ text }) => text)).toEqual(alone.slice(0, texts.length));
  });

  it('one bad request of a batch is refused alone', async () => {
    const [good, bad] = await Promise.allSettled([
      tiny.text('en', 'de', 'The cat.'),
      tiny.text('en', 'fr', 'The cat.'),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled' });
    expect(bad).toMatchObject({ status: 'rejected', reason: { kind: 'invalid-argument' } });
  });

  it.each([
    ['nothing', ''],
    ['what has no letters', ' 3.14 — (42)\n\n\t\0 '],
  ])('the model gives back %s unchanged', async (_, text) => {
    expect(await tiny.translate('en', 'de', text)).toEqual([{ text, confidence: 1 }]);
  });

  it('the model drops no sentence of 10,000 characters, and keeps the lines', async () => {
    const line = `${'water '.repeat(9)}house.`;
    const translated = await tiny.text('en', 'de', line);
    const lines = Array.from({ length: 150 }, () => line);
    expect(await tiny.text('en', 'de', lines.join('\n'))).toBe(lines.map(() => translated).join('\n'));
  });

  it.each([
    ['a sentence', sentence],
    ['sentences and lines', ' The black cat. Water\n\nWe saw the river, 漢字. 12 '],
    ['nothing', ''],
  ])('a stream gives the greedy translation of %s token by token', async (_, text) => {
    const [whole] = await tiny.translate('en', 'de', text);
    const { tokens, confidence } = await tiny.stream('en', 'de', text);
    expect(tokens.join('')).toBe(whole?.text);
    expect(tokens.at(-1)).toBe('');
    expect(confidence).toBeCloseTo(whole?.confidence ?? Number.NaN, 4);
    if (text === sentence) expect(tokens.length).toBeGreaterThan(2);
  });

  it('a cancelled stream ends at its next token', async () => {
    const text = `${sentence} `.repeat(100).trim();
    const before = await streamCounts(triton.metricsUrl, 'tiny_stream');
    const controller = new AbortController();
    const request = tiny.streamRequest('en', 'de', text);
    await expect(async () => {
      for await (const response of client.streamInfer(request, { signal: controller.signal, highWaterMark: 1 })) {
        if (stringsOf(response, 'TOKEN').length > 0) controller.abort();
      }
    }).rejects.toThrow();
    const after = await vi.waitFor(
      async () => {
        const counts = await streamCounts(triton.metricsUrl, 'tiny_stream');
        expect(counts.cancelled).toBe(before.cancelled + 1);
        return counts;
      },
      { timeout: 20_000 },
    );
    const { tokens } = await tiny.stream('en', 'de', text);
    expect(after.tokens - before.tokens).toBeLessThan(tokens.length - 1);
    expect((await streamCounts(triton.metricsUrl, 'tiny_stream')).complete).toBe(before.complete + 1);
  });

  it('200 streams that are cancelled one after another, at any token, end no server', async () => {
    const text = `${sentence} `.repeat(100).trim();
    for (let stream = 0; stream < 200; stream += 1) {
      const controller = new AbortController();
      const options = { signal: controller.signal, highWaterMark: 1, deadlineMs: 10_000 };
      let tokens = 0;
      await expect(async () => {
        for await (const response of client.streamInfer(tiny.streamRequest('en', 'de', text), options)) {
          tokens += stringsOf(response, 'TOKEN').length;
          if (tokens > stream % 4) controller.abort();
        }
      }).rejects.toThrow();
    }
    expect(triton.server.log()).not.toContain('Signal (11)');
    expect(await client.serverLive()).toBe(true);
  });

  it('the repository has a model for each beam size, for the qualities that ask for it', async () => {
    const fast = await client.modelConfig('tiny_fast');
    const quality = await client.modelConfig('tiny_quality');
    expect(fast.parameters.transledger_qualities?.string_value).toBe('fast');
    expect(quality.parameters.transledger_qualities?.string_value).toBe('quality');
    expect(quality.parameters.transledger_formality?.string_value).toBe('de');
    const [greedy] = await tiny.translate('en', 'de', sentence);
    const [beam] = await modelTexts(client, 'tiny_quality').translate('en', 'de', sentence);
    expect(beam?.confidence).toBeGreaterThanOrEqual(greedy?.confidence ?? 1);
  });

  it('the model gets the language and the formality in the form that its manifest gives', async () => {
    const tagged = modelTexts(client, 'tagged');
    const [german] = await tagged.translate('en', 'de', sentence);
    expect(await tagged.translate('en', 'fr', sentence)).not.toEqual([german]);
    const formal = modelTexts(client, 'tiny_fast', { FORMALITY: 'formal', DOMAIN: '12 law' });
    const neutral = await tiny.translate('en', 'de', sentence);
    expect(await formal.translate('en', 'de', sentence)).not.toEqual(neutral);
    expect(await formal.translate('de', 'en', sentence)).toEqual(await tiny.translate('de', 'en', sentence));
  });

  it('weights that forbid commercial use are refused when they are prepared and when they are loaded', async () => {
    await expect(prepareWith('CC-BY-NC-4.0')).rejects.toThrow(/forbids commercial use.*--allow-noncommercial tagged/);
    await expect(client.loadModel('tagged')).rejects.toMatchObject({
      serverMessage: expect.stringContaining('forbids commercial use'),
    });
    await prepareWith('CC-BY-NC-4.0', '--allow-noncommercial', 'tagged');
    await client.loadModel('tagged');
    await expect(modelTexts(client, 'tagged').text('en', 'de', 'The cat.')).resolves.not.toBe('');
  });

  const prepareWith = async (license: string, ...more: string[]): Promise<void> => {
    const manifest = join(weights('tagged'), 'transledger.json');
    await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), license }));
    await prepareModels('--output', weights('repository'), '--weights', weights('tagged'), ...more);
  };
});
