import { describe, expect, it } from 'vitest';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { logFraction } from './log-fraction.js';

const at = (position: string): Position => position as Position;

describe('logFraction', () => {
  it.each([
    ['a padded counter', at('0000000250'), at('0000001000'), 0.25],
    ['a commit and prepare pair', at('00000500/00000498'), at('00001000/00000999'), 0.5],
    ['the start', START, at('0000001000'), 0],
    ['an empty log', START, START, 1],
    ['a position past the head as it was', at('11'), at('10'), 1],
  ])('logFraction gives the part of the log that is behind: %s', (_, position, head, fraction) => {
    expect(logFraction(position, head)).toBe(fraction);
  });
});
