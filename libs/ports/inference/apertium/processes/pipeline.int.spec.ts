import { afterEach, describe, expect, it, vi } from 'vitest';
import { UntranslatableTextError } from '../apertium-pipeline.js';
import type { Stage } from './apertium-mode.js';
import { defaultLimits, Pipeline, type PipelineLimits } from './pipeline.js';
import { PipelinePool } from './pipeline-pool.js';

/** A stage that answers each text with itself, and misbehaves on certain words. */
const script = `
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk) => {
    const texts = (rest + chunk).split('\\0');
    rest = texts.pop();
    for (const text of texts) {
      if (text.startsWith('die')) process.exit(3);
      if (text.startsWith('hang')) while (true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      process.stdout.write((text.startsWith('lose') ? 'lost' : text) + (text.startsWith('swallow') ? '' : '\\0'));
      if (text.startsWith('extra')) process.stdout.write('\\0');
    }
  });
`;
const echoing: Stage = { program: process.execPath, args: ['-e', script] };
const stages = [echoing, echoing];

const interactive = { priority: 'interactive' } as const;

describe('pipeline', () => {
  const pools: PipelinePool[] = [];
  const open = (limits: Partial<PipelineLimits> = {}, given = stages): Pipeline => {
    const pool = new PipelinePool(1, { ...defaultLimits, watchIntervalMs: 20, ...limits });
    pools.push(pool);
    return pool.get('test', given);
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `text ${index}`);
  const translateAll = (pipeline: Pipeline, texts: string[]) =>
    Promise.all(texts.map((text) => pipeline.translate(text, interactive)));

  it('a pipeline starts its processes with the first text', async () => {
    const pipeline = open();
    expect(pipeline.pids).toEqual([]);
    expect(await pipeline.translate('a', interactive)).toBe('a');
    expect(pipeline.pids).toHaveLength(2);
  });

  it('each of many texts in flight gets its own answer', async () => {
    expect(await translateAll(open(), numbered(500))).toEqual(numbered(500));
  });

  it('interactive texts go before those of documents', async () => {
    const pipeline = open({ maxInFlight: 1 });
    const order: string[] = [];
    const translate = async (text: string, priority: 'interactive' | 'document') => {
      await pipeline.translate(text, { priority });
      order.push(text);
    };
    await Promise.all([
      translate('document 1', 'document'),
      translate('document 2', 'document'),
      translate('typed', 'interactive'),
    ]);
    expect(order).toEqual(['typed', 'document 1', 'document 2']);
  });

  it.each(['die', 'lose', 'hang'])('only a text that makes a stage %s is given up', async (word) => {
    const pipeline = open({ timeoutMs: word === 'hang' ? 1_000 : 10_000 });
    const [before, bad, after] = await Promise.allSettled([
      translateAll(pipeline, numbered(10)),
      pipeline.translate(word, interactive),
      translateAll(pipeline, numbered(40)),
    ]);
    expect(before).toEqual({ status: 'fulfilled', value: numbered(10) });
    expect(bad).toEqual({ status: 'rejected', reason: expect.any(UntranslatableTextError) });
    expect(after).toEqual({ status: 'fulfilled', value: numbered(40) });
  });

  it('no text gets the answer of another when a stage writes one too many', async () => {
    const pipeline = open();
    const texts = numbered(30).flatMap((text, index) => (index % 10 === 5 ? ['extra', text] : [text]));
    const answers = await Promise.allSettled(texts.map((text) => pipeline.translate(text, interactive)));
    answers.forEach((answer, index) => {
      if (answer.status === 'fulfilled') expect(answer.value).toBe(texts[index]);
      else expect(answer.reason).toBeInstanceOf(UntranslatableTextError);
    });
    expect(await pipeline.translate('still', interactive)).toBe('still');
  });

  it('no text gets the answer of another when a stage swallows the end of one', async () => {
    const pipeline = open();
    const texts = numbered(30).flatMap((text, index) => (index % 10 === 5 ? ['swallow', text] : [text]));
    const answers = await Promise.allSettled(texts.map((text) => pipeline.translate(text, interactive)));
    answers.forEach((answer, index) => {
      if (texts[index] === 'swallow') expect(answer).toMatchObject({ reason: expect.any(UntranslatableTextError) });
      else expect(answer).toEqual({ status: 'fulfilled', value: texts[index] });
    });
  });

  it('texts of an organization that floods let that of another wait for one of them', async () => {
    const pipeline = open({ maxInFlight: 1 });
    const order: string[] = [];
    const translate = async (text: string, organizationId: string) => {
      await pipeline.translate(text, { ...interactive, organizationId });
      order.push(text);
    };
    const flood = numbered(100).map((text) => translate(text, 'org_1'));
    await Promise.all([...flood, translate('theirs', 'org_2')]);
    expect(order.indexOf('theirs')).toBeLessThanOrEqual(2);
  });

  it('no text is lost when a stage is killed', async () => {
    const pipeline = open();
    await pipeline.translate('warm', interactive);
    const first = pipeline.pids;
    const answers = translateAll(pipeline, numbered(2_000));
    process.kill(first[1] ?? 0, 'SIGKILL');
    expect(await answers).toEqual(numbered(2_000));
    expect(pipeline.pids).not.toEqual(first);
  });

  it('a chain whose stage is stopped is replaced, and no text is lost', async () => {
    const pipeline = open({ timeoutMs: 1_000 });
    await pipeline.translate('warm', interactive);
    const first = pipeline.pids;
    process.kill(first[1] ?? 0, 'SIGSTOP');
    expect(await translateAll(pipeline, numbered(50))).toEqual(numbered(50));
    expect(pipeline.pids).not.toEqual(first);
  });

  it.each<[string, Partial<PipelineLimits>]>([
    ['has had its share of texts', { maxTexts: 40 }],
    ['has grown', { maxResidentBytes: 60 * 1_024 * 1_024 }],
  ])('a chain that %s is replaced, and no text is lost', async (_, limits) => {
    const pipeline = open(limits);
    await pipeline.translate('warm', interactive);
    const first = pipeline.pids;
    for (let round = 0; round < 4; round += 1) {
      expect(await translateAll(pipeline, numbered(100))).toEqual(numbered(100));
    }
    await vi.waitFor(() => expect(pipeline.pids).not.toEqual(first), { timeout: 20_000 });
  });

  it('a chain without work is closed, and another starts when there is some', async () => {
    const pipeline = open({ idleMs: 50 });
    await pipeline.translate('a', interactive);
    await vi.waitFor(() => expect(pipeline.pids).toEqual([]), { timeout: 20_000 });
    expect(await pipeline.translate('b', interactive)).toBe('b');
  });

  it('the model is unavailable when the processes do not start', async () => {
    const missing = open({}, [{ program: 'no-such-program', args: [] }, echoing]);
    await expect(missing.translate('a', interactive)).rejects.toMatchObject({
      kind: 'model-unavailable',
      message: expect.stringContaining('no-such-program'),
    });
    const broken = open({}, [echoing, { program: process.execPath, args: ['-e', 'process.exit(1)'] }]);
    await expect(broken.translate('a', interactive)).rejects.toMatchObject({ kind: 'model-unavailable' });
  });

  it('an aborted text is rejected at once, waiting or in flight, and the others are answered', async () => {
    const pipeline = open({ maxInFlight: 2 });
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const others = translateAll(pipeline, numbered(20));
    const aborted = Array.from({ length: 5 }, () => pipeline.translate('unwanted', interactive, controller.signal));
    const outcomes = Promise.allSettled(aborted);
    controller.abort(reason);
    expect(await outcomes).toEqual(aborted.map(() => ({ status: 'rejected', reason })));
    expect(await others).toEqual(numbered(20));
  });

  it('a closed pipeline rejects waiting texts and leaves no process', async () => {
    const pipeline = open();
    await pipeline.translate('warm', interactive);
    const { pids } = pipeline;
    const waiting = Promise.allSettled([pipeline.translate('hang', interactive)]);
    await pipeline.close();
    expect(await waiting).toMatchObject([{ status: 'rejected', reason: { kind: 'model-unavailable' } }]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('pipelines share fewer places than there are pipelines, each getting its turn', async () => {
    const pool = new PipelinePool(2, { ...defaultLimits, turnMs: 1 });
    pools.push(pool);
    const pipelines = numbered(5).map((mode) => pool.get(mode, stages));
    let peak = 0;
    const sampling = setInterval(() => {
      peak = Math.max(peak, pool.livePipelines.length);
    }, 5);
    const answers = await Promise.all(
      [...pipelines, ...pipelines].map((pipeline) => translateAll(pipeline, numbered(200))),
    );
    clearInterval(sampling);
    for (const answer of answers) expect(answer).toEqual(numbered(200));
    expect(peak).toBe(2);
  });
});
