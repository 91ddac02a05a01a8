import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTritonClient, type TritonClient } from '@transledger/triton-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { parseSegment, writeSegment } from '#libs/ports/inference/triton/contract/sample-segments.js';
import { createTritonEngine } from '#libs/ports/inference/triton/triton-engine.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { SegmentPart } from '#libs/text/segments/segment.js';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { type PipelineTexts, pipelineTexts } from './pipeline-texts.js';
import { prepareModels } from './python.js';
import { isRunning, processesBelow } from './stage-processes.js';
import { type StreamCounts, streamCounts } from './stream-metrics.js';

const paragraph = Array.from({ length: 120 }, (_, n) => `The black cat of my friend number ${n + 1_000} sleeps.`);

const byKind = (a: SegmentPart, b: SegmentPart): number => a.kind.localeCompare(b.kind);

describe('Apertium on Triton', () => {
  let repository: string;
  let triton: RunningTriton;
  let client: TritonClient;
  let pipelines: PipelineTexts;
  let engine: InferenceEngine;

  beforeAll(async () => {
    repository = await mkdtemp(join(tmpdir(), 'models-'));
    // The wait is so long that requests sent together surely make one batch.
    await prepareModels('--output', repository, '--apertium', '--queue-delay', '50000');
    triton = await startTriton({ repository });
    client = createTritonClient({ urls: [triton.grpcUrl] });
    pipelines = pipelineTexts(client);
    engine = createTritonEngine({ urls: [triton.grpcUrl] });
    await vi.waitFor(async () => expect(await client.modelReady('apertium')).toBe(true), { timeout: 20_000 });
  });
  afterAll(async () => {
    await engine?.close();
    client?.close();
    await triton?.server.stop();
    await rm(repository, { recursive: true, force: true });
  });

  const translated = async (source: string, target: string, ...texts: string[]) => {
    const { segments } = await engine.translate({ source, target, segments: texts.map(parseSegment) });
    return segments.map(({ parts, confidence }) => ({ text: writeSegment(parts), confidence }));
  };
  const plain = async (source: string, target: string, text: string): Promise<string> => {
    const { segments } = await engine.translate({ source, target, segments: [[{ kind: 'text', text }]] });
    return plainText(segments[0]?.parts ?? []);
  };

  it('the engine translates', async () => {
    expect(await plain('en', 'es', 'I saw the black cat.')).toBe('Vi el gato negro.');
    expect(await plain('fr', 'es', 'Le chat noir est dans la maison.')).toBe('El gato negro es en la casa.');
  });

  it('each text of a batch gets its own translation, in order', async () => {
    const texts = Array.from({ length: 64 }, (_, n) => `The cat ${n}.`);
    const outputs = await pipelines.run('eng-spa', ...texts);
    expect(outputs).toEqual(texts.map((_, n) => ({ output: `El gato ${n}.`, failed: false })));
  });

  it('the pipeline runs on the text as it is sent, marks and blanks included, and changes nothing', async () => {
    const [answer] = await pipelines.run('eng-spa', 'the [[r1]]black[[/]] cat[s0]zzyzx[].');
    expect(answer).toEqual({ output: 'El gato [[r1]]negro[[/]][s0]*zzyzx[].', failed: false });
  });

  it('a text that no pipeline survives is marked as failed, and the others of its request are translated', async () => {
    const answers = await pipelines.run('eng-spa', 'The cat.', 'The [ cat', 'The house.');
    expect(answers).toEqual([
      { output: 'El gato.', failed: false },
      { output: '', failed: true },
      { output: 'La casa.', failed: false },
    ]);
  });

  it('one bad request of a batch is refused alone', async () => {
    const before = (await client.modelStatistics('apertium'))[0]?.execution_count ?? 0;
    const outcomes = await Promise.allSettled([
      pipelines.run('eng-spa', 'The cat 1.'),
      pipelines.run('eng-jpn', 'The cat 2.'),
      pipelines.run('eng-spa', 'x'.repeat(65_537)),
      pipelines.run('eng-spa', Buffer.from([0xff, 0xfe])),
      pipelines.run('eng-spa', 'The \0 cat.'),
      pipelines.run('eng-spa', 'The cat 5.'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
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

  it('confidence is the share of known words, and the marks of unknown ones are never shown', async () => {
    const [known, half, none] = await translated(
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
  ])('the engine gives back %s unchanged', async (_, value) => {
    expect(await plain('en', 'es', value)).toBe(value);
  });

  it('the engine drops nothing of 10,000 characters', async () => {
    const text = `${'The cat sleeps. '.repeat(620)}`.slice(0, 10_000);
    const numbered = Array.from({ length: 800 }, (_, n) => `${n + 1_000} cats.`).join(' ');
    expect((await plain('en', 'es', numbered)).match(/\b\d{4}\b/g)).toHaveLength(800);
    expect((await plain('en', 'es', text)).match(/gato/gi)).toHaveLength(620);
  });

  it('the engine moves tags with their words', async () => {
    expect(await translated('en', 'es', 'The <7>black</7> cat of my friend.', '{name} has three apples.')).toEqual([
      { text: 'El gato <7>negro</7> de mi amigo.', confidence: 1 },
      { text: '{name} tiene tres manzanas.', confidence: 1 },
    ]);
  });

  it('the engine translates every pair that it offers, with tags and protected pieces, without marks', async () => {
    const pairs = await engine.pairs();
    expect(pairs.length).toBeGreaterThanOrEqual(2);
    const segment = parseSegment('<1>La casa {name}</1> de man\u00a0: a * b.');
    for (const { source, target } of pairs) {
      const { segments } = await engine.translate({ source, target, segments: [segment] });
      const parts = segments[0]?.parts ?? [];
      expect(parts.filter(({ kind }) => kind !== 'text').toSorted(byKind)).toEqual(
        segment.filter(({ kind }) => kind !== 'text').toSorted(byKind),
      );
      expect(plainText(parts)).toMatch(/^[^*@#^$[\]/<>]*\*[^*@#^$[\]/<>]*$/);
    }
  }, 300_000);

  it.each([
    ['a sentence', 'I saw the black cat.'],
    ['many sentences', paragraph.join(' ')],
    ['lines', ' \nThe cat.\n\n  The dog \t'],
    ['nothing', ''],
    ['tags', 'The <1>black</1> cat of my friend sleeps.'],
  ])('a stream gives the same translation of %s', async (_, text) => {
    const segments = [parseSegment(text)];
    const whole = (await engine.translate({ source: 'en', target: 'es', segments })).segments[0];
    const { tokens, done } = await engine.translateStream({ source: 'en', target: 'es', segments });
    const read = await Array.fromAsync(tokens);
    expect(read.join('').trim()).toBe(plainText(whole?.parts ?? []).trim());
    expect(read).not.toContain('');
    expect((await done).confidence).toBe(whole?.confidence);
  });

  it('a stream sends each output in order, and one that cannot run is refused', async () => {
    const texts = Array.from({ length: 64 }, (_, n) => `The cat ${n}.`);
    expect(await pipelines.stream('eng-spa', ...texts)).toEqual(await pipelines.run('eng-spa', ...texts));
    await expect(pipelines.stream('eng-jpn', 'a')).rejects.toMatchObject({ name: 'TritonError' });
    await expect(pipelines.stream('eng-spa', ...texts, 'a')).rejects.toMatchObject({ name: 'TritonError' });
  });

  it('a cancelled stream ends at its next output', async () => {
    const texts = paragraph.slice(0, 64);
    const { before, after } = await cancelledStream(texts);
    expect(after.tokens - before.tokens).toBeLessThan(texts.length);
    expect(await pipelines.stream('eng-spa', ...texts)).toHaveLength(texts.length);
    await vi.waitFor(async () => {
      // A reader has all outputs a moment before its stream is counted.
      expect((await streamCounts(triton.metricsUrl, 'apertium_stream')).complete).toBe(after.complete + 1);
    }, 30_000);
  });

  /** A stream may end before its cancellation arrives: then another one is begun. */
  const cancelledStream = async (texts: string[]): Promise<{ before: StreamCounts; after: StreamCounts }> => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const before = await streamCounts(triton.metricsUrl, 'apertium_stream');
      const controller = new AbortController();
      const request = pipelines.streamRequest('eng-spa', ...texts);
      await expect(async () => {
        for await (const { outputs } of client.streamInfer(request, { signal: controller.signal, highWaterMark: 1 })) {
          if (outputs.length > 0) controller.abort();
        }
      }).rejects.toThrow();
      const after = await vi.waitFor(
        async () => {
          const counts = await streamCounts(triton.metricsUrl, 'apertium_stream');
          expect(counts.cancelled + counts.complete).toBe(before.cancelled + before.complete + 1);
          return counts;
        },
        { timeout: 20_000 },
      );
      if (after.cancelled > before.cancelled) return { before, after };
    }
    throw new Error('Every stream ended before its cancellation arrived');
  };

  it('a stream of the engine ends when its reader leaves', async () => {
    const before = await streamCounts(triton.metricsUrl, 'apertium_stream');
    const text = Array.from({ length: 3_000 }, (_, n) => `The black cat of my friend number ${n} sleeps.`).join(' ');
    const segments = [[{ kind: 'text' as const, text }]];
    const isCancelled = async (): Promise<boolean> => {
      const { tokens } = await engine.translateStream({ source: 'en', target: 'es', segments });
      for await (const token of tokens) if (token !== '') break;
      const counted = vi.waitFor(
        async () => {
          const { cancelled } = await streamCounts(triton.metricsUrl, 'apertium_stream');
          expect(cancelled).toBeGreaterThan(before.cancelled);
        },
        { timeout: 10_000 },
      );
      return counted.then(
        () => true,
        () => false,
      );
    };
    // All requests of a stream may have ended before their cancellation arrives.
    for (let attempt = 1; attempt < 5; attempt += 1) if (await isCancelled()) return;
    expect(await isCancelled()).toBe(true);
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)('no text is lost when a stage gets %s', async (signal) => {
    await plain('en', 'es', 'warm');
    // Those of the model that is asked: a stopped stage of the other one would stay as it is.
    const [model] = processesBelow(triton.server.pid, '/apertium/1/model.py');
    const stages = processesBelow(model ?? 0, 'eng-spa.autobil.bin');
    expect(stages.length).toBeGreaterThan(0);
    for (const pid of stages) process.kill(pid, signal);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => plain('en', 'es', `The cat ${n}.`)));
    expect(answers).toEqual(answers.map((_, n) => `El gato ${n}.`));
    await vi.waitFor(() => expect(stages.filter(isRunning)).toEqual([]), { timeout: 20_000 });
  });

  it('no process is left when the server is killed', async () => {
    await plain('en', 'es', 'warm');
    const stages = processesBelow(triton.server.pid, 'eng-spa');
    expect(stages.length).toBeGreaterThan(5);
    await triton.server.kill();
    await vi.waitFor(() => expect(stages.filter(isRunning)).toEqual([]), { timeout: 30_000 });
  });
});
