import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { RepeatedSegments } from './repeated-segments.js';

const text = (words: string): Segment => [{ kind: 'text', text: words }];
const unasked = () => Promise.reject(new Error('It was not the first'));

describe('repeated segments', () => {
  it('an equal segment finds the translation of the first one, which is loaded once', async () => {
    const repeated = new RepeatedSegments();
    let loads = 0;
    const first = repeated.findOrKeep(text('yes'), async () => {
      loads += 1;
      return text('sí');
    });
    expect(first).toBeUndefined();
    expect(await repeated.findOrKeep(text('yes'), unasked)?.get()).toEqual(text('sí'));
    expect(await repeated.findOrKeep(text('yes'), unasked)?.get()).toEqual(text('sí'));
    expect(loads).toBe(1);
  });

  it('segments of the same words with other tags are not equal', () => {
    const repeated = new RepeatedSegments();
    repeated.findOrKeep([...text('yes'), { kind: 'single', id: 1 }], unasked);
    expect(repeated.findOrKeep([...text('yes'), { kind: 'single', id: 2 }], unasked)).toBeUndefined();
  });

  it('a long document does not fill the memory: what was not repeated for long is forgotten', () => {
    const repeated = new RepeatedSegments(1_000);
    repeated.findOrKeep(text('first'), unasked);
    for (let number = 0; number < 100; number += 1) repeated.findOrKeep(text(`${number}`), unasked);
    expect(repeated.findOrKeep(text('first'), unasked)).toBeUndefined();
    expect(repeated.findOrKeep(text('first'), unasked)).toBeDefined();
  });

  it('a segment whose first translation failed fails, too', async () => {
    const repeated = new RepeatedSegments();
    repeated.findOrKeep(text('yes'), () => Promise.reject(new Error('away')));
    await expect(repeated.findOrKeep(text('yes'), unasked)?.get()).rejects.toThrow('away');
  });
});
