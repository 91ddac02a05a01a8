import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTritonClient } from '@transledger/triton-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ModelBusyError } from '#libs/ports/inference/inference.errors.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { createTritonEngine } from '#libs/ports/inference/triton/triton-engine.js';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { pipelineTexts } from './pipeline-texts.js';
import { prepareModels } from './python.js';
import { isRunning } from './stage-processes.js';

const sentence = (number: number): string => `The black cat ${number}.`;
const translation = (number: number): string => `El gato negro ${number}.`;
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

interface Read {
  text: string;
  error: unknown;
}

describe('Apertium on two Tritons under load', () => {
  let repository: string;
  let servers: RunningTriton[];

  beforeAll(async () => {
    repository = await mkdtemp(join(tmpdir(), 'models-'));
    await prepareModels('--output', repository, '--apertium', 'eng-spa');
    servers = await Promise.all([startTriton({ repository }), startTriton({ repository })]);
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map(({ server }) => server.stop()));
    await rm(repository, { recursive: true, force: true });
  });

  const withEngine = async (use: (engine: InferenceEngine) => Promise<void>, requestsInFlight = 64): Promise<void> => {
    const urls = servers.map(({ grpcUrl }) => grpcUrl);
    const engine = createTritonEngine({ urls, requestsInFlight, refreshMs: 500 });
    await vi.waitFor(async () => expect(await engine.pairs()).not.toEqual([]), { timeout: 30_000 });
    await use(engine).finally(() => engine.close());
  };

  /** Reads one stream into `read`, as its tokens come. */
  const stream = async (engine: InferenceEngine, text: string, read: Read, organizationId?: string) => {
    const segments = [[{ kind: 'text' as const, text }]];
    const request = { source: 'en', target: 'es', segments, ...(organizationId && { organizationId }) };
    try {
      const { tokens } = await engine.translateStream(request);
      for await (const token of tokens) read.text += token;
    } catch (error) {
      read.error = error;
    }
    return read;
  };
  const unread = (): Read => ({ text: '', error: undefined });

  it('a server ends none of 500 streams that it is sent at once, and does not end itself', async () => {
    const [first] = servers;
    if (first === undefined) throw new Error('There is no server');
    const client = createTritonClient({ urls: [first.grpcUrl], retry: false });
    const pipelines = pipelineTexts(client);
    const outputs = await Promise.all(times(500).map((n) => pipelines.stream('eng-spa', sentence(n))));
    expect(outputs).toEqual(times(500).map((n) => [{ output: translation(n), failed: false }]));
    expect(isRunning(first.server.pid)).toBe(true);
    client.close();
  });

  it('long streams that are cancelled half way end no server', async () =>
    withEngine(async (engine) => {
      const text = times(200).map(sentence).join(' ');
      const read = times(60).map(async () => {
        const leaving = new AbortController();
        const segments = [[{ kind: 'text' as const, text }]];
        const { tokens } = await engine.translateStream({
          source: 'en',
          target: 'es',
          segments,
          signal: leaving.signal,
        });
        let first = '';
        for await (const token of tokens) {
          first ||= token;
          leaving.abort();
          break;
        }
        return first;
      });
      expect(await Promise.all(read)).toEqual(times(60).map(() => 'El '));
      expect((await stream(engine, sentence(7), unread())).text).toBe(translation(7));
      expect(servers.map(({ server }) => isRunning(server.pid))).toEqual([true, true]);
    }));

  it('streams beyond the places of the servers wait, and are all translated', async () =>
    withEngine(async (engine) => {
      const read = await Promise.all(times(300).map((n) => stream(engine, sentence(n), unread())));
      expect(read).toEqual(times(300).map((n) => ({ text: translation(n), error: undefined })));
    }, 4));

  it('of 2,000 streams at once, 1,600 of one organization, each is translated or that one told to come later', async () =>
    withEngine(async (engine) => {
      const ofFlood = (n: number): boolean => n < 1_600;
      const organizationOf = (n: number): string => (ofFlood(n) ? 'org_flood' : `org_${n % 4}`);
      let isOver = false;
      const reading = Promise.all(
        times(2_000).map((n) => stream(engine, sentence(n), unread(), organizationOf(n))),
      ).finally(() => {
        isOver = true;
      });
      const served: { number: number; read: Read; ms: number }[] = [];
      for (let number = 5_000; !isOver; number += 1) {
        const asked = performance.now();
        const read = await stream(engine, sentence(number), unread(), 'org_other');
        served.push({ number, read, ms: performance.now() - asked });
        if (read.error !== undefined) break;
      }
      const refused = (await reading).flatMap(({ text, error }, n) => {
        if (text === translation(n) && error === undefined) return [];
        expect({ text, error }).toEqual({ text: '', error: expect.any(ModelBusyError) });
        return [n];
      });
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter((n) => !ofFlood(n))).toEqual([]);
      for (const { number, read } of served) expect(read).toEqual({ text: translation(number), error: undefined });
      expect(Math.max(...served.map(({ ms }) => ms))).toBeLessThan(10_000);
      expect(servers.map(({ server }) => isRunning(server.pid))).toEqual([true, true]);
    }));

  it('a stream without a token fails over from a server that is killed, and one with tokens ends as unavailable', async () =>
    withEngine(async (engine) => {
      const [, second] = servers;
      if (second === undefined) throw new Error('There is no second server');
      const text = times(120).map(sentence).join(' ');
      const whole = times(120).map(translation).join(' ');
      const reads = times(80).map(unread);
      const reading = Promise.all(reads.map((read) => stream(engine, text, read)));
      await vi.waitFor(() => expect(reads.some((read) => read.text !== '')).toBe(true), { timeout: 60_000 });
      await second.server.kill();
      const wereEmpty = reads.map((read) => read.text === '');
      expect(wereEmpty).toContain(true);
      await reading;
      for (const [index, { text: translated, error }] of reads.entries()) {
        if (wereEmpty[index] || error === undefined)
          expect({ translated, error }).toEqual({ translated: whole, error: undefined });
        else expect(error).toMatchObject({ name: 'ModelUnavailableError' });
        expect(whole.startsWith(translated)).toBe(true);
      }
      const later = await Promise.all(times(50).map((n) => stream(engine, sentence(n), unread())));
      expect(later).toEqual(times(50).map((n) => ({ text: translation(n), error: undefined })));
    }));

  it('a server that is started again takes its part again', async () => {
    const [first, second] = servers;
    if (first === undefined || second === undefined) throw new Error('There are two servers');
    await withEngine(async (engine) => {
      servers[1] = await startTriton({ repository, grpcPort: second.grpcPort });
      await vi.waitFor(
        async () => {
          const page = await (await fetch(servers[1]?.metricsUrl ?? '')).text();
          await stream(engine, sentence(1), unread());
          expect(page).toMatch(/transledger_streams_total\{.*outcome="complete".*\} [1-9]/);
        },
        { timeout: 60_000 },
      );
      await first.server.kill();
      const read = await Promise.all(times(20).map((n) => stream(engine, sentence(n), unread())));
      expect(read).toEqual(times(20).map((n) => ({ text: translation(n), error: undefined })));
    });
  });
});
