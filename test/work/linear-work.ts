import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkCounter } from './counted-work.js';

/** Reads a text that consists of a construct, repeated; what prepares it for the construct alone is not counted. */
export type Work = (text: string, construct: string) => unknown;

/** Seed and number of mixtures, from `npm run fuzz`; the tests always draw the same few. */
const { FUZZ_SEED: seed = '42', FUZZ_RUNS: runs } = process.env;
const drawn = { seed: Number(seed), numRuns: Number(runs ?? 12) };

/**
 * UTF-16 units of the longer text of the first two that are compared, in `npm test` and in `npm run fuzz`. A request takes
 * 10,000 at most.
 */
const length = runs === undefined ? 2_500 : 10_000;
/** How many times shorter the shorter one is: what grows as the square of a text then does not hide behind what does not. */
const shorter = 10;
/** Steps that do not depend on the length of a text. */
const constant = 500;
/** A search among n places in order takes log n steps: 14 instead of 13 for texts of twice the length. */
const tolerance = 1.1;

/**
 * A bound within a text, such as that of a comment, makes one jump, and then as many steps again as the text is longer;
 * work that is not linear grows too fast each time.
 */
const doublings = 3;

/** V8 counts blocks in code that it does not optimize. */
const patience = { timeout: 600_000 };

export interface Growth {
  isLinear: boolean;
  /** Steps for a text, and for longer ones. */
  steps: readonly number[];
}

export const growthOf = async (counter: WorkCounter, work: Work, construct: string, count: number): Promise<Growth> => {
  const stepsOf = async (times: number) => await counter.stepsOf(() => work(construct.repeat(times), construct));
  await stepsOf(1);
  const counts = [
    Math.ceil(count / shorter),
    ...Array.from({ length: doublings + 1 }, (_, power) => count * 2 ** power),
  ];
  const steps: number[] = [];
  for (const [at, times] of counts.entries()) {
    const now = await stepsOf(times);
    const longer = times / (counts[at - 1] ?? times);
    const isLinear = at > 0 && now <= longer * tolerance * (steps.at(-1) ?? 0) + constant;
    steps.push(now);
    if (isLinear) return { isLinear, steps };
  }
  return { isLinear: false, steps };
};

/** Describes that the steps of each work grow as its text does, for each construct alone and for their mixtures. */
export const describeLinearWork = (works: Readonly<Record<string, Work>>, constructs: readonly string[]): void => {
  let counter: WorkCounter;
  beforeAll(() => {
    counter = new WorkCounter();
  });
  afterAll(() => {
    counter.end();
  });

  const expectLinear = async (work: Work, construct: string): Promise<void> => {
    const growth = await growthOf(counter, work, construct, Math.ceil(length / construct.length));
    expect(growth, JSON.stringify(construct)).toMatchObject({ isLinear: true });
  };

  describe.each(Object.keys(works))('%s', patience, (name) => {
    const work: Work = works[name] ?? (() => expect.unreachable());

    it('takes twice the steps for a text of twice as many of any construct, and not more', async () => {
      for (const construct of constructs) await expectLinear(work, construct);
    });

    it('takes twice the steps for a text of twice as many of any mixture, and not more', async () => {
      const mixtures = fc.array(fc.constantFrom(...constructs), { minLength: 2, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(mixtures, (parts) => expectLinear(work, parts.join(''))),
        drawn,
      );
    });

    it('takes twice the steps where one construct comes after many others, and not more', async () => {
      const construct = fc.constantFrom(...constructs);
      await fc.assert(
        fc.asyncProperty(construct, construct, (first, then) => {
          // Half of the text is the one, half the other.
          const halves: Work = (text) => {
            const count = Math.ceil(text.length / 2);
            return work(
              first.repeat(Math.ceil(count / first.length)) + then.repeat(Math.ceil(count / then.length)),
              first,
            );
          };
          return expectLinear(halves, 'x');
        }),
        drawn,
      );
    });
  });
};
