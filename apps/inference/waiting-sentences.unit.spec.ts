import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnsForADocument } from '#libs/ports/inference/waiting-work.js';
import { maxBatch, type WaitingSentence, WaitingSentences } from './waiting-sentences.js';

const sentence = (
  organizationId: string,
  text: string,
  changes: Partial<WaitingSentence> & { priority?: 'interactive' | 'document' } = {},
): WaitingSentence => {
  const { priority = 'interactive', ...others } = changes;
  return { line: { priority, organizationId }, model: 'm', text, isAlone: false, ...others };
};

const waitingFor = (items: readonly WaitingSentence[]): WaitingSentences<WaitingSentence> => {
  const waiting = new WaitingSentences<WaitingSentence>();
  for (const item of items) waiting.add(item);
  return waiting;
};

const textsOf = (batch: readonly WaitingSentence[]): string[] => batch.map(({ text }) => text);

describe('sentences that wait', () => {
  it('go together with others of like length, of all organizations in turns', () => {
    const waiting = waitingFor([
      ...['a1', 'a2', 'a3'].map((text) => sentence('a', text)),
      ...['b1', 'b2'].map((text) => sentence('b', text)),
      sentence('a', 'A long sentence of many words.'),
    ]);
    expect(textsOf(waiting.takeBatch(1))).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
    expect(textsOf(waiting.takeBatch(1))).toEqual(['A long sentence of many words.']);
    expect(waiting.takeBatch(1)).toEqual([]);
  });

  it('of another organization wait for no more than one batch of each', () => {
    const many = Array.from({ length: 500 }, (_, at) => sentence('a', `a ${at}`));
    const waiting = waitingFor([...many, sentence('b', 'A sentence of another length, from another.')]);
    waiting.takeBatch(1);
    expect(textsOf(waiting.takeBatch(1))).toEqual(['A sentence of another length, from another.']);
  });

  it('of documents have one turn in eight while interactive ones wait, and all turns otherwise', () => {
    const waiting = waitingFor(Array.from({ length: 20 }, (_, at) => sentence('a', `i${at}`, { isAlone: true })));
    for (let at = 0; at < 3; at += 1) waiting.add(sentence('b', `d${at}`, { priority: 'document', isAlone: true }));
    const taken = Array.from({ length: 23 }, () => waiting.takeBatch(1)[0]?.line.priority);
    const places = taken.flatMap((priority, at) => (priority === 'document' ? [at + 1] : []));
    expect(places).toEqual([turnsForADocument, 2 * turnsForADocument, 23]);
  });

  it('are never in one batch with those of another model or priority', () => {
    const waiting = waitingFor([
      sentence('a', 'one'),
      sentence('a', 'two', { model: 'n' }),
      sentence('a', 'six', { priority: 'document' }),
    ]);
    expect([1, 2, 3].map(() => textsOf(waiting.takeBatch(1)))).toEqual([['one'], ['two'], ['six']]);
  });

  it('are spread over the threads that are free, and a batch is never too long', () => {
    const short = waitingFor(Array.from({ length: 12 }, () => sentence('a', 'short')));
    expect(short.takeBatch(3)).toHaveLength(4);
    const long = waitingFor(Array.from({ length: 12 }, () => sentence('a', 'x'.repeat(400))));
    expect(long.takeBatch(1)).toHaveLength(2);
    const giant = waitingFor(Array.from({ length: 2 }, () => sentence('a', 'x'.repeat(60_000))));
    expect(giant.takeBatch(1)).toHaveLength(1);
  });

  it('that are to be alone are', () => {
    const waiting = waitingFor([sentence('a', 'one', { isAlone: true }), sentence('a', 'two'), sentence('a', 'six')]);
    expect([1, 2].map(() => textsOf(waiting.takeBatch(1)))).toEqual([['one'], ['two', 'six']]);
  });

  it('of a model are taken out, and the others keep their turns', () => {
    const waiting = waitingFor([
      sentence('a', 'm1'),
      sentence('b', 'n1', { model: 'n' }),
      sentence('a', 'n2', { model: 'n' }),
    ]);
    expect(textsOf(waiting.withdraw('m'))).toEqual(['m1']);
    expect([waiting.has('m'), waiting.has('n')]).toEqual([false, true]);
    expect(textsOf(waiting.takeBatch(1))).toEqual(['n2', 'n1']);
  });

  it('come out once each, or leave, whatever comes in between', () => {
    const item = fc.record({
      organization: fc.constantFrom('a', 'b', 'c'),
      model: fc.constantFrom('m', 'n'),
      priority: fc.constantFrom<'interactive' | 'document'>('interactive', 'document'),
      length: fc.constantFrom(1, 20, 300, 2_000),
      isAlone: fc.boolean(),
    });
    const step = fc.oneof(
      item,
      fc.record({ take: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ remove: fc.nat(30) }),
      fc.record({ withdraw: fc.constantFrom('m', 'n') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const waiting = new WaitingSentences<WaitingSentence>();
        const inside = new Set<WaitingSentence>();
        for (const each of steps) {
          if ('take' in each) {
            const batch = waiting.takeBatch(each.take);
            expect(batch.length).toBeLessThanOrEqual(maxBatch);
            expect(batch.length > 0).toBe(inside.size > 0);
            for (const one of batch) expect(inside.delete(one)).toBe(true);
          } else if ('remove' in each) {
            const one = [...inside][each.remove];
            if (one === undefined) continue;
            waiting.remove(one);
            inside.delete(one);
          } else if ('withdraw' in each) {
            const gone = [...inside].filter(({ model }) => model === each.withdraw);
            expect(new Set(waiting.withdraw(each.withdraw))).toEqual(new Set(gone));
            for (const one of gone) inside.delete(one);
          } else {
            const { organization, length, ...others } = each;
            const one = sentence(organization, 'x'.repeat(length), others);
            waiting.add(one);
            inside.add(one);
          }
          expect(waiting.size).toBe(inside.size);
          for (const model of ['m', 'n'])
            expect(waiting.has(model)).toBe([...inside].some((one) => one.model === model));
        }
      }),
    );
  });
});
