import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkCounter } from './counted-work.js';
import { growthOf, type Work } from './linear-work.js';

const quadratic: Record<string, Work> = {
  'a loop in a loop': (text) => {
    let pairs = 0;
    for (const one of text) for (const other of text) if (one === other) pairs += 1;
    return pairs;
  },
  'a callback for each of all': (text) => [...text].map((_, at, all) => all.findIndex((__, index) => index === at)),
  'a search to the end from each place': (text) => [...text].map((_, at) => text.indexOf('y', at)),
  'a search for an item from the start': (text) => [...text.split('').keys()].map((at, _, all) => all.indexOf(at)),
  'an expression that finds nothing from each place': (text) =>
    [...text].map((_, at) => {
      const expression = /y/gu;
      expression.lastIndex = at;
      return expression.test(text);
    }),
  'a list copied for each item': (text) => [...text].reduce<string[]>((all, one) => all.concat(one), []),
  'a list whose first item goes each time': (text) => {
    const all = [...text];
    while (all.length > 0) all.splice(0, 1);
  },
};

const linear: Record<string, Work> = {
  'one loop': (text) => {
    let count = 0;
    for (const one of text) count += one.length;
    return count;
  },
  'one search after the other': (text) =>
    text
      .replaceAll(/x/gu, 'y')
      .split('y')
      .map((part) => part.indexOf('x')),
  'a sorted list': (text) => [...text.split('').keys()].sort((a, b) => (a % 97) - (b % 97)),
};

describe('counted work', () => {
  let counter: WorkCounter;
  beforeAll(() => {
    counter = new WorkCounter();
  });
  afterAll(() => {
    counter.end();
  });

  it.each(Object.entries(quadratic))('finds %s', async (_name, work) => {
    expect((await growthOf(counter, work, 'x', 200)).isLinear).toBe(false);
  });

  it.each(Object.entries(linear))('takes %s for what it is', async (_name, work) => {
    expect((await growthOf(counter, work, 'x', 200)).isLinear).toBe(true);
  });
});
