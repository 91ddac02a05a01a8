import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChannelListener } from '#libs/platform/postgres/direct-connection.js';
import { toPosition } from '#libs/ports/event-store/postgres/postgres-position.js';
import { createProjectionProgress } from './projection-progress.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a reader whose connection begins to listen after its question asks at once once more', async () => {
  const [behind, passed] = [toPosition('1'), toPosition('2')];
  const answers = [[['documents', behind]], [['documents', passed]]];
  const pool = { query: async () => ({ rows: answers.shift() ?? [] }) } as unknown as Pool;
  let listener: ChannelListener | undefined;
  const listen = (_channel: string, given: ChannelListener) => {
    listener = given;
    return () => undefined;
  };
  const progress = createProjectionProgress({ pool, listener: { listen } });
  const waiting = progress.waitFor(['documents'], passed);
  // No time passes: the next question by itself would never come.
  await vi.waitFor(() => expect(answers).toHaveLength(1), { interval: 0 });
  listener?.onListening?.();
  expect(await waiting).toBe(true);
  progress.close();
});

it('a reader that listens to nothing asks again within a few hundredths of a second', async () => {
  const [behind, passed] = [toPosition('1'), toPosition('2')];
  const answers = [[['documents', behind]], [['documents', passed]]];
  const pool = { query: async () => ({ rows: answers.shift() ?? [] }) } as unknown as Pool;
  const progress = createProjectionProgress({ pool });
  const waiting = progress.waitFor(['documents'], passed);
  await vi.advanceTimersByTimeAsync(30);
  expect(answers).toEqual([]);
  expect(await waiting).toBe(true);
  progress.close();
});
