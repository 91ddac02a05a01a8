import { describe, expect, it } from 'vitest';
import { TextGroups } from './text-groups.js';

const shouting = (max: number) => {
  const sent: (readonly string[])[] = [];
  const groups = new TextGroups<string>(max, async (texts, answered) => {
    sent.push(texts);
    for (const text of texts) {
      if (text === 'bad') throw new Error('bad');
      if (text !== 'lost') answered(text.toUpperCase());
    }
  });
  return { groups, sent };
};

describe('text groups', () => {
  it('texts that set out together are sent together, no more than a group holds', async () => {
    const { groups, sent } = shouting(2);
    expect(await Promise.all(['a', 'b', 'c'].map((text) => groups.add(text)))).toEqual(['A', 'B', 'C']);
    expect(await groups.add('d')).toBe('D');
    expect(sent).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  it('a text is sent once, however often it comes', async () => {
    const { groups, sent } = shouting(8);
    expect(await Promise.all(['a', 'b', 'a'].map((text) => groups.add(text)))).toEqual(['A', 'B', 'A']);
    expect(await groups.add('b')).toBe('B');
    expect(sent).toEqual([['a', 'b']]);
  });

  it('texts that were answered before a group failed keep their answers, and the rest are rejected', async () => {
    const { groups } = shouting(8);
    const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map((text) => groups.add(text)));
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 'A' },
      { status: 'rejected', reason: { message: 'bad' } },
      { status: 'rejected', reason: { message: 'bad' } },
    ]);
  });

  it('texts that were never answered are rejected', async () => {
    const { groups } = shouting(8);
    const outcomes = await Promise.allSettled(['a', 'lost'].map((text) => groups.add(text)));
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { message: '1 answers came for 2 texts' } });
  });
});
