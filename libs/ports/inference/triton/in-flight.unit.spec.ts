import { describe, expect, it } from 'vitest';
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
    const inFlight = new InFlight(2);
    const started: string[] = [];
    const tasks = ['a', 'b', 'document', 'interactive 1', 'interactive 2'].map((name) => task(name, started));
    const all = tasks.map(({ run }, index) => inFlight.run(index === 2 ? 'document' : 'interactive', never, run));
    await Promise.resolve();
    expect(started).toEqual(['a', 'b']);
    for (const [index, { end }] of tasks.entries()) if (index !== 2) end();
    expect(await Promise.all(all.toSpliced(2, 1))).toEqual(['a', 'b', 'interactive 1', 'interactive 2']);
    tasks[2]?.end();
    await all[2];
    expect(started).toEqual(['a', 'b', 'interactive 1', 'interactive 2', 'document']);
  });

  it('calls that fail pass their place on', async () => {
    const inFlight = new InFlight(1);
    const started: string[] = [];
    const [first, second] = [task('first', started), task('second', started)];
    const failing = inFlight.run('document', never, first.run);
    const waiting = inFlight.run('document', never, second.run);
    first.fail(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    second.end();
    expect(await waiting).toBe('second');
  });

  it('calls that are aborted leave the queue, with the reason', async () => {
    const inFlight = new InFlight(1);
    const started: string[] = [];
    const [first, second, third] = [task('first', started), task('second', started), task('third', started)];
    const running = inFlight.run('interactive', never, first.run);
    const abort = new AbortController();
    const leaving = inFlight.run('interactive', abort.signal, second.run);
    const staying = inFlight.run('interactive', never, third.run);
    const reason = new Error('changed my mind');
    abort.abort(reason);
    await expect(leaving).rejects.toBe(reason);
    await expect(inFlight.run('interactive', abort.signal, second.run)).rejects.toBe(reason);
    first.end();
    third.end();
    await Promise.all([running, staying]);
    expect(started).toEqual(['first', 'third']);
  });
});
