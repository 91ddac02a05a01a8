import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { Heartbeat } from './heartbeat.js';

describe('the heartbeat of a node', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('a node says twice a second how far it is, and learns how far others are, also after nobody answered', async () => {
    const said: string[] = [];
    const learnt: string[] = [];
    const answers: (Position | Error)[] = ['05' as Position, new Error('away'), '07' as Position];
    const directory = { reached: '03' as Position, learn: (position: Position) => void learnt.push(position) };
    const announce = async (position: Position) => {
      said.push(position);
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer');
      return answer;
    };
    const heartbeat = new Heartbeat({ announce }, directory);
    const running = heartbeat.run();
    await vi.advanceTimersByTimeAsync(1_000);
    directory.reached = '05' as Position;
    await vi.advanceTimersByTimeAsync(500);
    heartbeat.stop();
    await running;
    expect(said).toEqual(['03', '03', '05']);
    expect(learnt).toEqual(['05', '07']);
  });

  it('a node that has no place for it says nothing', async () => {
    const learn = vi.fn();
    await new Heartbeat(undefined, { reached: '03' as Position, learn }).run();
    expect(learn).not.toHaveBeenCalled();
  });
});
