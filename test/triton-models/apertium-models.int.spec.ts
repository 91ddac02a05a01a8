import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTritonClient, type TritonClient } from '@transledger/triton-client';
import { stringsOf } from '@transledger/triton-client/infer-response';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApertiumEngine } from '#libs/ports/inference/apertium/apertium-engine.js';
import { segments } from '#libs/ports/inference/random-segments.arbitrary.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { joinTexts } from '#libs/text/segments/segment-texts.js';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { readMarkup, writeMarkup } from './contract-markup.js';
import { type ModelTexts, modelTexts } from './model-texts.js';
import { prepareModels } from './python.js';
import { isRunning, processesBelow } from './stage-processes.js';
import { streamCounts } from './stream-metrics.js';

const paragraph = Array.from({ length: 120 }, (_, n) => `The black cat of my friend number ${n + 1_000} sleeps.`);

/**
 * Letters and digits beyond the basic plane: the embedded engine counts them as two when it looks for the longer half of
 * a cut word, and knows some that Python's older Unicode tables do not.
 */
const hasFarLetter = (segment: Segment): boolean =>
  /(?=[\u{10000}-\u{10ffff}])[\p{L}\p{M}\p{N}]/u.test(plainText(segment));

describe('Apertium on Triton', () => {
  let repository: string;
  let triton: RunningTriton;
  let client: TritonClient;
  let apertium: ModelTexts;

  beforeAll(async () => {
    repository = await mkdtemp(join(tmpdir(), 'models-'));
    // So long a wait that requests sent together surely make one batch.
    await prepareModels('--output', repository, '--apertium', '--queue-delay', '50000');
    triton = await startTriton({ repository });
    client = createTritonClient({ urls: [triton.grpcUrl] });
    apertium = modelTexts(client, 'apertium');
    await vi.waitFor(async () => expect(await client.modelReady('apertium')).toBe(true), { timeout: 20_000 });
  });
  afterAll(async () => {
    client?.close();
    await triton?.server.stop();
    await rm(repository, { recursive: true, force: true });
  });

  it('translates', async () => {
    expect(await apertium.text('en', 'es', 'I saw the black cat.')).toBe('Vi el gato negro.');
    expect(await apertium.text('fr', 'es', 'Le chat noir est dans la maison.')).toBe('El gato negro es en la casa.');
  });

  it('answers each text of a batch in its place', async () => {
    const texts = Array.from({ length: 64 }, (_, n) => `The cat ${n}.`);
    const answers = await apertium.translate('en', 'es', ...texts);
    expect(answers.map(({ text }) => text)).toEqual(texts.map((_, n) => `El gato ${n}.`));
  });

  it('refuses one request of a batch alone', async () => {
    const before = (await client.modelStatistics('apertium'))[0]?.execution_count ?? 0;
    const outcomes = await Promise.allSettled([
      apertium.text('en', 'es', 'The cat 1.'),
      apertium.text('en', 'ja', 'The cat 2.'),
      apertium.text('en', 'es', 'x'.repeat(10_001)),
      apertium.translate('en', 'es', Buffer.from([0xff, 0xfe])),
      apertium.text('en', 'es', 'The cat 5.'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
      expect(outcome).toMatchObject({ reason: { kind: 'invalid-argument' } });
    }
    const after = (await client.modelStatistics('apertium'))[0]?.execution_count ?? 0;
    expect(after - before).toBeLessThan(outcomes.length);
  });

  it('is as confident as it knows the words, and never shows the marks of those that it does not', async () => {
    const [known, half, none] = await apertium.translate(
      'en',
      'es',
      'the black cat',
      'cat zzyzx house qwrtz',
      'x'.repeat(5_000),
    );
    expect(known?.confidence).toBe(1);
    expect(half).toEqual({ text: 'gato zzyzx casa qwrtz', confidence: 0.5 });
    expect(none).toEqual({ text: 'x'.repeat(5_000), confidence: 0 });
  });

  it.each([
    ['nothing', ''],
    ['white space of every kind', ' \t\r\n\u00a0\u2003\u2028 \n\n'],
    ['control characters, NUL too', '\0\u0001\u0007\u001b\u007f\u0085\0'],
    ['signs of stream formats', '^$[]{}\\/<>@*#~+ [[/]] ^/<>$ {{}} \\['],
    ['halves of tags', '\ue000\ue0011\ue00f\ue00f \ue003x'],
    ['10,000 opening brackets', '['.repeat(10_000)],
    ['10,000 letters', 'x'.repeat(10_000)],
  ])('gives back %s', async (_, value) => {
    expect(await apertium.text('en', 'es', value)).toBe(value);
  });

  it('drops nothing of 10,000 characters', async () => {
    const text = `${'The cat sleeps. '.repeat(620)}`.slice(0, 10_000);
    const numbered = Array.from({ length: 800 }, (_, n) => `${n + 1_000} cats.`).join(' ');
    expect((await apertium.text('en', 'es', numbered)).match(/\b\d{4}\b/g)).toHaveLength(800);
    expect((await apertium.text('en', 'es', text)).match(/gato/gi)).toHaveLength(620);
  });

  it('moves tags with their words', async () => {
    expect(await apertium.text('en', 'es', 'The \ue0007\ue00fblack\ue0017\ue00f cat of my friend.')).toBe(
      'El gato \ue0007\ue00fnegro\ue0017\ue00f de mi amigo.',
    );
    expect(await apertium.text('en', 'es', '\ue0033\ue00f has three apples.')).toBe(
      '\ue0033\ue00f tiene tres manzanas.',
    );
  });

  it('translates every pair that it offers, with tags and protected pieces, without marks', async () => {
    const { parameters } = await client.modelConfig('apertium');
    const pairs = parameters.transledger_pairs?.string_value.split(' ') ?? [];
    expect(pairs.length).toBeGreaterThanOrEqual(2);
    for (const [source = '', target = ''] of pairs.map((pair) => pair.split(/-(.*)/))) {
      const text = '\ue0001\ue00fLa casa \ue0032\ue00f\ue0011\ue00f de man\u00a0: a * b.';
      const translation = await apertium.text(source, target, text);
      expect(translation.match(/[\ue000-\ue003]\d\ue00f/g)?.sort()).toEqual(
        ['\ue0001\ue00f', '\ue0011\ue00f', '\ue0032\ue00f'].sort(),
      );
      expect(translation).toMatch(/^[^*@#^$[\]/<>]*\*[^*@#^$[\]/<>]*$/);
    }
  }, 300_000);

  it('translates any segment as the embedded engine does', async () => {
    const engine = createApertiumEngine({ maxPipelines: 1 });
    try {
      await fc.assert(
        fc.asyncProperty(
          segments.map(joinTexts).filter((segment) => !hasFarLetter(segment)),
          async (segment) => {
            const { segments: expected } = await engine.translate({ source: 'en', target: 'es', segments: [segment] });
            const keeps: string[] = [];
            const [answer] = await apertium.translate('en', 'es', writeMarkup(segment, keeps));
            const embedded = expected[0] ?? { parts: [], confidence: Number.NaN };
            expect(readMarkup(answer?.text ?? '', keeps)).toEqual(embedded.parts);
            expect(answer?.confidence).toBeCloseTo(embedded.confidence, 5);
          },
        ),
        { numRuns: 150, seed: 11 },
      );
    } finally {
      await engine.close();
    }
  });

  it.each([
    ['a sentence', 'I saw the black cat.'],
    ['many sentences', paragraph.join(' ')],
    ['lines', ' \nThe cat.\n\n  The dog \t'],
    ['nothing', ''],
    ['tags', 'The \ue0001\ue00fblack\ue0011\ue00f cat \ue0022\ue00f sleeps.'],
  ])('streams the same translation of %s', async (_, text) => {
    const [whole] = await apertium.translate('en', 'es', text);
    const { tokens, confidence } = await apertium.stream('en', 'es', text);
    expect(tokens.join('')).toBe(whole?.text);
    expect(tokens.at(-1)).toBe('');
    expect(tokens.slice(0, -1)).not.toContain('');
    expect(confidence).toBe(whole?.confidence);
  });

  it('refuses a stream that it cannot translate', async () => {
    await expect(apertium.stream('en', 'ja', 'a')).rejects.toMatchObject({ name: 'TritonError' });
  });

  it('ends a stream that is cancelled at its next token', async () => {
    const text = paragraph.join(' ');
    const before = await streamCounts(triton.metricsUrl, 'apertium_stream');
    const controller = new AbortController();
    const request = apertium.streamRequest('en', 'es', text);
    await expect(async () => {
      for await (const response of client.streamInfer(request, { signal: controller.signal, highWaterMark: 1 })) {
        if (stringsOf(response, 'TOKEN').length > 0) controller.abort();
      }
    }).rejects.toThrow();
    const after = await vi.waitFor(
      async () => {
        const counts = await streamCounts(triton.metricsUrl, 'apertium_stream');
        expect(counts.cancelled).toBe(before.cancelled + 1);
        return counts;
      },
      { timeout: 20_000 },
    );
    const { tokens } = await apertium.stream('en', 'es', text);
    expect(after.tokens - before.tokens).toBeLessThan(tokens.length - 1);
    expect((await streamCounts(triton.metricsUrl, 'apertium_stream')).complete).toBe(before.complete + 1);
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)('loses no text when a stage gets %s', async (signal) => {
    await apertium.text('en', 'es', 'warm');
    const stages = processesBelow(triton.server.pid, 'eng-spa.autobil.bin');
    expect(stages.length).toBeGreaterThan(0);
    for (const pid of stages) process.kill(pid, signal);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => apertium.text('en', 'es', `The cat ${n}.`)));
    expect(answers).toEqual(answers.map((_, n) => `El gato ${n}.`));
    await vi.waitFor(() => expect(stages.filter(isRunning)).toEqual([]), { timeout: 20_000 });
  });

  it('leaves no process when the server is killed', async () => {
    await apertium.text('en', 'es', 'warm');
    const stages = processesBelow(triton.server.pid, 'eng-spa');
    expect(stages.length).toBeGreaterThan(5);
    await triton.server.kill();
    await vi.waitFor(() => expect(stages.filter(isRunning)).toEqual([]), { timeout: 30_000 });
  });
});
