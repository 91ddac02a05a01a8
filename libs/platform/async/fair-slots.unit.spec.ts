import { afterEach, describe, expect, it, vi } from 'vitest';
import { FairSlots, type FairSlotsOptions, type LeaveSlot, NoSlotError } from './fair-slots.js';

afterEach(() => {
  vi.useRealTimers();
});

/** Callers that enter as `key + number`, and leave when the test says so. */
const callersOf = (options: FairSlotsOptions) => {
  const slots = new FairSlots(options);
  const entered: string[] = [];
  const leaving = new Map<string, LeaveSlot>();
  const come = async (name: string, signal?: AbortSignal): Promise<void> => {
    const leave = await slots.enter(name[0] ?? '', signal);
    entered.push(name);
    leaving.set(name, leave);
  };
  const leave = async (name: string): Promise<void> => {
    leaving.get(name)?.();
    await Promise.resolve();
  };
  const comeAll = (...names: string[]): Promise<void>[] => names.map((name) => come(name));
  return { slots, entered, come, comeAll, leave };
};

describe('slots that keys share', () => {
  it('a key that floods lets another wait for what is in hand and for nothing more', async () => {
    const { entered, comeAll, leave } = callersOf({ slots: 2 });
    const flood = Array.from({ length: 1_000 }, (_, number) => `a${number}`);
    comeAll(...flood, 'b0');
    await Promise.resolve();
    expect(entered).toEqual(['a0', 'a1']);
    await leave('a0');
    await leave('a1');
    expect(entered).toEqual(['a0', 'a1', 'a2', 'b0']);
  });

  it('no key has more than its share, though a slot is free', async () => {
    const { entered, comeAll, leave } = callersOf({ slots: 3, perKey: 2 });
    comeAll('a0', 'a1', 'a2', 'a3', 'b0');
    await Promise.resolve();
    expect(entered).toEqual(['a0', 'a1', 'b0']);
    await leave('b0');
    expect(entered).toHaveLength(3);
    await leave('a0');
    expect(entered.at(-1)).toBe('a2');
  });

  it('a slot that is left twice is free once', async () => {
    const { entered, comeAll, leave } = callersOf({ slots: 1 });
    comeAll('a0', 'a1', 'a2');
    await Promise.resolve();
    await leave('a0');
    await leave('a0');
    expect(entered).toEqual(['a0', 'a1']);
  });

  it('a slot is taken without a wait only where one is free', () => {
    const { slots } = callersOf({ slots: 2, perKey: 1 });
    const leave = slots.tryEnter('a');
    expect([leave, slots.tryEnter('a')]).toEqual([expect.any(Function), undefined]);
    expect(slots.tryEnter('b')).toBeDefined();
    leave?.();
    expect(slots.tryEnter('a')).toBeDefined();
  });
});

describe('callers that wait for a slot', () => {
  it('a caller whose turn does not come in time is told to try again', async () => {
    vi.useFakeTimers();
    const { entered, come, leave } = callersOf({ slots: 1, waitMs: 1_000 });
    await come('a0');
    const late = expect(come('b0')).rejects.toMatchObject({ name: 'NoSlotError', retryable: true });
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    await leave('a0');
    await come('c0');
    expect(entered).toEqual(['a0', 'c0']);
  });

  it('only so many callers of one key wait', async () => {
    const { come } = callersOf({ slots: 1, maxWaiting: 2 });
    await come('a0');
    void come('a1');
    void come('a2');
    await expect(come('a3')).rejects.toMatchObject({ name: 'NoSlotError' });
    const other = come('b0');
    expect(await Promise.race([other, Promise.resolve('waits')])).toBe('waits');
  });

  it('a caller that is aborted leaves the line with the reason', async () => {
    const { entered, come, leave } = callersOf({ slots: 1 });
    await come('a0');
    const abort = new AbortController();
    const reason = new Error('No longer wanted');
    const waiting = come('a1', abort.signal);
    void come('a2');
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(come('a3', abort.signal)).rejects.toBe(reason);
    await leave('a0');
    expect(entered).toEqual(['a0', 'a2']);
  });

  it('nobody enters slots that are closed', async () => {
    const { slots, come } = callersOf({ slots: 1 });
    await come('a0');
    const reason = new Error('closed');
    const waiting = come('a1');
    slots.close(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(come('b0')).rejects.toBe(reason);
    expect(slots.tryEnter('b')).toBeUndefined();
  });
});

/** Work that goes on until it is let go. */
const heldWork = () => {
  const going: { holder: string; end: () => void }[] = [];
  const slots = new FairSlots({ perKey: 2, maxWaiting: 1 });
  const begin = (holder: string) =>
    slots.run(holder, () => new Promise<void>((resolve) => going.push({ holder, end: resolve })));
  return { going, begin, names: () => going.map(({ holder }) => holder) };
};

it('so much work of a holder runs at a time, and others are not kept waiting by it', async () => {
  const { going, begin, names } = heldWork();
  const all = [begin('a'), begin('a'), begin('a'), begin('b')];
  await Promise.resolve();
  expect(names()).toEqual(['a', 'a', 'b']);
  going[0]?.end();
  await all[0];
  await new Promise(setImmediate);
  expect(names()).toEqual(['a', 'a', 'b', 'a']);
  for (const { end } of going) end();
  await Promise.all(all);
});

it('work that would wait behind too much of its holder is refused', async () => {
  const { going, begin } = heldWork();
  const all = [begin('a'), begin('a'), begin('a')];
  await expect(begin('a')).rejects.toBeInstanceOf(NoSlotError);
  for (let n = 0; n < 3; n += 1) {
    going[n]?.end();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
});

it('work that fails gives its place to the next', async () => {
  const slots = new FairSlots({ perKey: 1, maxWaiting: 1 });
  const failed = slots.run('a', () => Promise.reject(new Error('no')));
  const next = slots.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
