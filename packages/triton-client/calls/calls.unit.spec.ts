import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callContext } from './call-context.js';
import { type Attempt, hedge } from './hedge.js';
import { withQueueTimeout } from './queue-timeout.js';
import { ResponseQueue } from './response-queue.js';

const queueOf = (highWaterMark: number) => {
  const flow: string[] = [];
  const queue = new ResponseQueue<number>(highWaterMark, {
    pause: () => flow.push('pause'),
    resume: () => flow.push('resume'),
  });
  return { queue, flow };
};

describe('the response queue', () => {
  it('the response queue pauses the producer at its mark and resumes it at half', async () => {
    const { queue, flow } = queueOf(4);
    for (const item of [1, 2, 3]) queue.push(item);
    expect(flow).toEqual([]);
    for (const item of [4, 5]) queue.push(item);
    expect(flow).toEqual(['pause']);
    for (const value of [1, 2]) expect(await queue.next()).toEqual({ value, done: false });
    expect(flow).toEqual(['pause']);
    await queue.next();
    expect(flow).toEqual(['pause', 'resume']);
  });

  it('the response queue never pauses for a consumer that waits', async () => {
    const { queue, flow } = queueOf(1);
    for (const item of [1, 2, 3]) {
      const next = queue.next();
      queue.push(item);
      expect(await next).toEqual({ value: item, done: false });
    }
    expect(flow).toEqual([]);
  });

  it('the response queue ends behind the items that were pushed, and throws once', async () => {
    const { queue } = queueOf(4);
    queue.push(1);
    queue.end(new Error('broken'));
    queue.end();
    queue.push(2);
    expect(await queue.next()).toEqual({ value: 1, done: false });
    await expect(queue.next()).rejects.toThrow('broken');
    expect(await queue.next()).toEqual({ value: undefined, done: true });
  });

  it('a queue that ends gives its error to the first waiting consumer only', async () => {
    const { queue } = queueOf(4);
    const waiting = Promise.allSettled([queue.next(), queue.next()]);
    queue.end(new Error('broken'));
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

describe('hedging', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const after =
    (ms: number, answer: string | Error, ended: string[] = []): Attempt<string> =>
    (signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => ended.push(`${String(answer)} given up`));
        setTimeout(() => (answer instanceof Error ? reject(answer) : resolve(answer)), ms);
      });

  it('no other host is asked when the first is quick', async () => {
    const second = vi.fn(() => after(1, 'second'));
    const answer = hedge({ first: after(50, 'first'), second, afterMs: 100 });
    await vi.advanceTimersByTimeAsync(200);
    expect(await answer).toBe('first');
    expect(second).not.toHaveBeenCalled();
  });

  it('the second attempt is taken when it is quicker, and the first is given up', async () => {
    const ended: string[] = [];
    const answer = hedge({ first: after(500, 'first', ended), second: () => after(50, 'second'), afterMs: 100 });
    await vi.advanceTimersByTimeAsync(150);
    expect(await answer).toBe('second');
    expect(ended).toEqual(['first given up']);
  });

  it('hedging fails at once when the first attempt fails before its time', async () => {
    const second = vi.fn(() => after(1, 'second'));
    const answer = hedge({ first: after(50, new Error('first')), second, afterMs: 100 }).catch(String);
    await vi.advanceTimersByTimeAsync(200);
    expect(await answer).toBe('Error: first');
    expect(second).not.toHaveBeenCalled();
  });

  it('one attempt waits for the other when one fails, and the first failure is thrown when both do', async () => {
    const one = hedge({ first: after(150, new Error('first')), second: () => after(100, 'second'), afterMs: 100 });
    const none = hedge({
      first: after(150, new Error('first')),
      second: () => after(100, new Error('second')),
      afterMs: 100,
    });
    const failure = none.catch(String);
    await vi.advanceTimersByTimeAsync(300);
    expect(await one).toBe('second');
    expect(await failure).toBe('Error: first');
  });

  it('hedging goes on alone when there is no other host', async () => {
    const answer = hedge({ first: after(500, 'first'), second: () => undefined, afterMs: 100 });
    await vi.advanceTimersByTimeAsync(500);
    expect(await answer).toBe('first');
  });
});

describe('the context of a call', () => {
  it('a call has the headers of the client, and over them its own', () => {
    const headers = { a: '1', b: '1' };
    const { metadata } = callContext('M', undefined, { headers: { b: '2', 'c-bin': Buffer.of(1) } }, { headers });
    expect(metadata.getMap()).toEqual({ a: '1', b: '2', 'c-bin': Buffer.of(1) });
  });

  it('a header that cannot be sent is not quoted', () => {
    const wrong = () => callContext('M', undefined, { headers: { authorization: 'sécret\n' } }, {});
    expect(wrong).toThrow(expect.objectContaining({ kind: 'invalid-argument' }));
    expect(wrong).not.toThrow(/cret/);
  });

  it('a deadline that has passed is refused', () => {
    for (const deadlineMs of [0, -1, Number.NaN])
      expect(() => callContext('M', undefined, { deadlineMs }, {})).toThrow();
  });

  it('the server gets the rest of the deadline', () => {
    const message = {
      model_name: '',
      model_version: '',
      id: '',
      parameters: {},
      inputs: [],
      outputs: [],
      raw_input_contents: [],
    };
    const timeout = Number(
      withQueueTimeout(message, { deadlineAt: Date.now() + 5_000 }).parameters.timeout?.int64_param,
    );
    expect(timeout).toBeGreaterThan(4_000_000);
    expect(timeout).toBeLessThanOrEqual(5_000_000);
    expect(withQueueTimeout(message, { deadlineAt: undefined })).toBe(message);
  });
});
