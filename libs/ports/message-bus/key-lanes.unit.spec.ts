import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyLanes } from './key-lanes.js';

/** Tasks that end on demand, and a record of which began. */
class Workbench {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (again?: number) => void>();

  readonly task = (name: string) => (): Promise<number | undefined> => {
    this.begun.push(name);
    return new Promise((resolve) => this.ends.set(name, resolve));
  };

  async end(name: string, again?: number): Promise<void> {
    this.ends.get(name)?.(again);
    await nextTurn();
  }
}

describe('key lanes', () => {
  it('tasks of one key run one after the other, in order', async () => {
    const bench = new Workbench();
    const lanes = new KeyLanes(8);
    for (const name of ['a1', 'a2', 'a3']) lanes.add('a', bench.task(name));
    expect(bench.begun).toEqual(['a1']);
    await bench.end('a1');
    expect(bench.begun).toEqual(['a1', 'a2']);
    await bench.end('a2');
    expect(bench.begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('as many keys run side by side as allowed', async () => {
    const bench = new Workbench();
    const lanes = new KeyLanes(2);
    for (const key of ['a', 'b', 'c']) lanes.add(key, bench.task(key));
    expect(bench.begun).toEqual(['a', 'b']);
    await bench.end('b');
    expect(bench.begun).toEqual(['a', 'b', 'c']);
  });

  it('every key has its turn before one with many tasks has its next', async () => {
    const bench = new Workbench();
    const lanes = new KeyLanes(1);
    for (const name of ['a1', 'a2', 'a3']) lanes.add('a', bench.task(name));
    lanes.add('b', bench.task('b1'));
    for (const name of ['a1', 'b1', 'a2', 'a3']) await bench.end(name);
    expect(bench.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('an owner with many keys lets the key of another wait for what runs and for nothing more', async () => {
    const bench = new Workbench();
    const lanes = new KeyLanes(2);
    for (let key = 0; key < 50; key += 1) lanes.add(`a${key}`, bench.task(`a${key}`), 'org_1');
    lanes.add('b', bench.task('b'), 'org_2');
    expect(bench.begun).toEqual(['a0', 'a1']);
    await bench.end('a0');
    await bench.end('a1');
    expect(bench.begun).toContain('b');
  });

  it('an owner never has more than its share, though there is room', async () => {
    const bench = new Workbench();
    const lanes = new KeyLanes(3, 2);
    for (const key of ['a0', 'a1', 'a2']) lanes.add(key, bench.task(key), 'org_1');
    expect(bench.begun).toEqual(['a0', 'a1']);
    lanes.add('b', bench.task('b'), 'org_2');
    expect(bench.begun).toEqual(['a0', 'a1', 'b']);
    await bench.end('a0');
    expect(bench.begun).toEqual(['a0', 'a1', 'b', 'a2']);
  });

  it('lanes are idle when nothing runs or waits, and not before', async () => {
    const bench = new Workbench();
    const lanes = new KeyLanes(1);
    let isIdle = false;
    await lanes.untilIdle();
    lanes.add('a', bench.task('a1'));
    lanes.add('b', bench.task('b1'));
    void lanes.untilIdle().then(() => {
      isIdle = true;
    });
    await bench.end('a1');
    expect(isIdle).toBe(false);
    await bench.end('b1');
    expect(isIdle).toBe(true);
  });

  it('closed lanes drop tasks that have not begun, and are idle when the running ones have ended', async () => {
    const bench = new Workbench();
    const lanes = new KeyLanes(1);
    for (const name of ['a1', 'a2']) lanes.add('a', bench.task(name));
    lanes.add('b', bench.task('b1'));
    lanes.close();
    lanes.add('c', bench.task('c1'));
    let isIdle = false;
    void lanes.untilIdle().then(() => {
      isIdle = true;
    });
    await nextTurn();
    expect(isIdle).toBe(false);
    await bench.end('a1');
    expect(isIdle).toBe(true);
    expect(bench.begun).toEqual(['a1']);
  });

  it('no two tasks of a key run at once, nor more than allowed, and no task is lost', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), turns: fc.nat(3), again: fc.boolean() }), {
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 4 }),
        async (tasks, concurrency) => {
          const lanes = new KeyLanes(concurrency);
          const running: string[] = [];
          const ended: number[] = [];
          for (const [index, { key, turns, again }] of tasks.entries()) {
            let runs = 0;
            lanes.add(key, async () => {
              expect(running).not.toContain(key);
              running.push(key);
              expect(running.length).toBeLessThanOrEqual(concurrency);
              for (let turn = 0; turn < turns; turn += 1) await nextTurn();
              running.splice(running.indexOf(key), 1);
              runs += 1;
              if (again && runs === 1) return 0;
              ended.push(index);
              return undefined;
            });
          }
          await lanes.untilIdle();
          expect([...ended].sort((x, y) => x - y)).toEqual([...tasks.keys()]);
          for (const key of ['a', 'b', 'c', 'd']) {
            const inOrder = ended.filter((index) => tasks[index]?.key === key);
            expect(inOrder).toEqual([...inOrder].sort((x, y) => x - y));
          }
        },
      ),
      { numRuns: 50 },
    ));

  describe('with a task that waits to run again', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('a waiting task runs again after its wait, before anything else of its key', async () => {
      const bench = new Workbench();
      const lanes = new KeyLanes(1);
      lanes.add('a', bench.task('a1'));
      lanes.add('a', bench.task('a2'));
      await bench.end('a1', 60_000);
      vi.advanceTimersByTime(59_999);
      expect(bench.begun).toEqual(['a1']);
      vi.advanceTimersByTime(1);
      expect(bench.begun).toEqual(['a1', 'a1']);
      await bench.end('a1');
      expect(bench.begun).toEqual(['a1', 'a1', 'a2']);
    });

    it('a waiting task gives its place to other keys meanwhile', async () => {
      const bench = new Workbench();
      const lanes = new KeyLanes(1);
      lanes.add('a', bench.task('a1'));
      lanes.add('b', bench.task('b1'));
      await bench.end('a1', 60_000);
      expect(bench.begun).toEqual(['a1', 'b1']);
    });

    it('lanes with a waiting task are not idle, and forget it once closed', async () => {
      const bench = new Workbench();
      const lanes = new KeyLanes(1);
      lanes.add('a', bench.task('a1'));
      let isIdle = false;
      void lanes.untilIdle().then(() => {
        isIdle = true;
      });
      await bench.end('a1', 60_000);
      expect(isIdle).toBe(false);
      lanes.close();
      await nextTurn();
      expect(isIdle).toBe(true);
      vi.advanceTimersByTime(60_000);
      expect(bench.begun).toEqual(['a1']);
    });
  });
});
