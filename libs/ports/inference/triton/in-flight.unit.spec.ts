import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelBusyError } from '../inference.errors.js';
import { InFlight } from './in-flight.js';

const never = new AbortController().signal;

/** A task that ends when the spec ends it. */
const task = (name: string, started: string[]) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = (): Promise<string> => {
    started.push(name);
    return promise;
  };
  return { run, end: () => resolve(name), fail: (error: Error) => reject(error) };
};

describe('calls in flight', () => {
  it('calls in flight are bounded, and go on in order, interactive ones first', async () => {
    const inFlight = new InFlight({ max: () => 2 });
    const started: string[] = [];
    const tasks = ['a', 'b', 'document', 'interactive 1', 'interactive 2'].map((name) => task(name, started));
    const all = tasks.map(({ run }, index) =>
      inFlight.run({ priority: index === 2 ? 'document' : 'interactive', signal: never }, run),
    );
    await Promise.resolve();
    expect(started).toEqual(['a', 'b']);
    for (const [index, { end }] of tasks.entries()) if (index !== 2) end();
    expect(await Promise.all(all.toSpliced(2, 1))).toEqual(['a', 'b', 'interactive 1', 'interactive 2']);
    tasks[2]?.end();
    await all[2];
    expect(started).toEqual(['a', 'b', 'interactive 1', 'interactive 2', 'document']);
  });

  it('calls of an organization that floods let those of another wait for one of them', async () => {
    const inFlight = new InFlight({ max: () => 1 });
    const started: string[] = [];
    const tasks = [...Array.from({ length: 50 }, (_, number) => `flood ${number}`), 'other'].map((name) =>
      task(name, started),
    );
    const all = tasks.map(({ run }, index) =>
      inFlight.run({ priority: 'document', organizationId: index < 50 ? 'org_1' : 'org_2', signal: never }, run),
    );
    for (const { end } of tasks) end();
    await Promise.all(all);
    expect(started.indexOf('other')).toBe(2);
  });

  it('calls that fail pass their place on', async () => {
    const inFlight = new InFlight({ max: () => 1 });
    const started: string[] = [];
    const [first, second] = [task('first', started), task('second', started)];
    const failing = inFlight.run({ priority: 'document', signal: never }, first.run);
    const waiting = inFlight.run({ priority: 'document', signal: never }, second.run);
    first.fail(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    second.end();
    expect(await waiting).toBe('second');
  });

  it('calls that are aborted leave the queue, with the reason', async () => {
    const inFlight = new InFlight({ max: () => 1 });
    const started: string[] = [];
    const [first, second, third] = [task('first', started), task('second', started), task('third', started)];
    const running = inFlight.run({ priority: 'interactive', signal: never }, first.run);
    const abort = new AbortController();
    const leaving = inFlight.run({ priority: 'interactive', signal: abort.signal }, second.run);
    const staying = inFlight.run({ priority: 'interactive', signal: never }, third.run);
    const reason = new Error('changed my mind');
    abort.abort(reason);
    await expect(leaving).rejects.toBe(reason);
    await expect(inFlight.run({ priority: 'interactive', signal: abort.signal }, second.run)).rejects.toBe(reason);
    first.end();
    third.end();
    await Promise.all([running, staying]);
    expect(started).toEqual(['first', 'third']);
  });
});

describe('the wait for a place', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('an interactive call waits for a limited time, a document for as long as it takes', async () => {
    const inFlight = new InFlight({ max: () => 1, maxWaitMs: 15_000 });
    const started: string[] = [];
    const tasks = ['running', 'interactive', 'document'].map((name) => task(name, started));
    const [running, interactive, document] = tasks.map(({ run }, index) =>
      inFlight.run({ priority: index === 2 ? 'document' : 'interactive', signal: never }, run),
    );
    const refused = expect(interactive).rejects.toBeInstanceOf(ModelBusyError);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    await vi.advanceTimersByTimeAsync(3_600_000);
    for (const { end } of tasks) end();
    expect(await Promise.all([running, document])).toEqual(['running', 'document']);
    expect(started).toEqual(['running', 'document']);
  });

  it('a call that has its place is not timed any more', async () => {
    const inFlight = new InFlight({ max: () => 1, maxWaitMs: 15_000 });
    const [first, second] = [task('first', []), task('second', [])];
    const all = [first, second].map(({ run }) => inFlight.run({ priority: 'interactive', signal: never }, run));
    await vi.advanceTimersByTimeAsync(10_000);
    first.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
    second.end();
    expect(await Promise.all(all)).toEqual(['first', 'second']);
  });

  it('a call is refused at once when an eighth of the places to wait are taken by its organization', async () => {
    const inFlight = new InFlight({ max: () => 1, maxWaiting: 16 });
    const tasks = ['running', 'waiting', 'waiting', 'theirs'].map((name) => task(name, []));
    const run = (organizationId: string, work: () => Promise<string>) =>
      inFlight.run({ organizationId, signal: never }, work);
    const all = tasks.map((each, index) => run(index === 3 ? 'org_2' : 'org_1', each.run));
    await expect(run('org_1', task('late', []).run)).rejects.toBeInstanceOf(ModelBusyError);
    for (const { end } of tasks) end();
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it('a call is refused at once when too many wait already', async () => {
    const inFlight = new InFlight({ max: () => 1, maxWaiting: 2 });
    const tasks = ['running', 'waiting', 'waiting'].map((name) => task(name, []));
    const all = tasks.map(({ run }, index) =>
      inFlight.run({ priority: 'interactive', organizationId: `org_${index}`, signal: never }, run),
    );
    await expect(inFlight.run({ priority: 'interactive', signal: never }, task('late', []).run)).rejects.toBeInstanceOf(
      ModelBusyError,
    );
    for (const { end } of tasks) end();
    expect(await Promise.all(all)).toHaveLength(3);
  });
});

it('places go with a server that is lost, and come back with it', async () => {
  let max = 2;
  const inFlight = new InFlight({ max: () => max });
  const started: string[] = [];
  const tasks = ['a', 'b', 'c', 'd', 'e'].map((name) => task(name, started));
  const all = tasks.map(({ run }) => inFlight.run({ priority: 'interactive', signal: never }, run));
  max = 1;
  tasks[0]?.end();
  await all[0];
  expect(started).toEqual(['a', 'b']);
  tasks[1]?.end();
  await all[1];
  await Promise.resolve();
  expect(started).toEqual(['a', 'b', 'c']);
  max = 2;
  tasks[2]?.end();
  await all[2];
  await Promise.resolve();
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const { end } of tasks) end();
  await Promise.all(all);
});
