import { beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { StandstillWatch } from './standstill-watch.js';

describe('the watch over checkpoints', () => {
  let watch: StandstillWatch;
  beforeEach(() => {
    watch = new StandstillWatch();
  });

  const at = (second: number, usage: string, head: string): string[] =>
    watch.observe(new Map([['usage', usage as Position]]), head as Position, second * 1_000);

  it('a projection that stays behind the head stands still after 20 seconds', () => {
    expect([at(0, '5', '6'), at(19, '5', '7'), at(20, '5', '8')]).toEqual([[], [], ['usage']]);
  });

  it('a projection that moves stands still no more, however far behind it is', () => {
    at(0, '5', '9');
    expect([at(30, '5', '9'), at(31, '6', '9'), at(50, '6', '9'), at(51, '6', '9')]).toEqual([
      ['usage'],
      [],
      [],
      ['usage'],
    ]);
  });

  it('a projection whose log is quiet does not stand still, and has its time again when the log goes on', () => {
    at(0, '5', '6');
    expect([at(100, '6', '6'), at(1_000, '6', '6'), at(1_001, '6', '7'), at(1_010, '6', '7')]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });
});
