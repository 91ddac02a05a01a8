import { describe, expect, it } from 'vitest';
import { protectSpans } from '#libs/text/segments/protected-spans.js';
import { withOrdinalsAsText } from './ordinals.js';

describe('ordinals', () => {
  it.each([
    ['la 3a edició, la 12a', 'ca'],
    ['le 2e étage', 'fr'],
    ['la 2a edicion', 'oc'],
  ])('the engine reads those that its dictionaries have: %j', (text, source) => {
    expect(withOrdinalsAsText(protectSpans(text), source)).toEqual([{ kind: 'text', text }]);
  });

  it.each([
    ['Section 3a', 'en'],
    ['la 2a edizione', 'it'],
    ['el 3o piso', 'ca'],
    ['le 2a', 'fr'],
  ])('others stay names: %j', (text, source) => {
    expect(withOrdinalsAsText(protectSpans(text), source)).toEqual(protectSpans(text));
  });

  it('keeps tags where they are', () => {
    const segment = [
      { kind: 'open', id: 1 },
      { kind: 'keep', text: '3a' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' edició' },
    ] as const;
    expect(withOrdinalsAsText(segment, 'ca')).toEqual([segment[0], { kind: 'text', text: '3a' }, ...segment.slice(2)]);
  });
});
