import { describe, expect, it } from 'vitest';
import { type Position, START } from '../event-store/position.js';
import type { LogReach } from './log-reach.port.js';

const positionOf = (number: number): Position => String(number).padStart(16, '0') as Position;

interface LogReachUnderTest {
  /** Makes a place where nothing was said, and gives several nodes' views of it. */
  create: (nodes: number) => Promise<LogReach[]>;
  /** Makes everything that was said older than it counts. */
  age: () => Promise<void>;
}

export const logReachContract = (engine: string, { create, age }: LogReachUnderTest): void => {
  describe(`${engine} as the nodes' words about the log`, () => {
    it('every node learns the furthest position that any has said', async () => {
      const [one, two] = await create(2);
      expect(await one?.announce(positionOf(5))).toBe(positionOf(5));
      expect(await two?.announce(START)).toBe(positionOf(5));
      expect(await two?.announce(positionOf(12))).toBe(positionOf(12));
      expect(await one?.announce(positionOf(5))).toBe(positionOf(12));
      expect(await one?.announce(positionOf(6))).toBe(positionOf(12));
    });

    it('of many words at once the furthest stays', async () => {
      const nodes = await create(20);
      await Promise.all(nodes.map((node, index) => node.announce(positionOf(index))));
      expect(await nodes[0]?.announce(START)).toBe(positionOf(19));
    });

    it('a word that nobody repeats any more is forgotten', async () => {
      const [one, two] = await create(2);
      await one?.announce(positionOf(9));
      await age();
      expect(await two?.announce(positionOf(4))).toBe(positionOf(4));
      expect(await one?.announce(START)).toBe(positionOf(4));
    });
  });
};
