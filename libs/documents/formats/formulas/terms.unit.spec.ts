import { expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { HeldText, maxHeldLength, Terms } from './terms.js';

const textOf = (segment: Segment = []) => segment.map((part) => ('text' in part ? part.text : '')).join('');
const segmented = (text: string) => ({
  segments: [[{ kind: 'text' as const, text }]],
  render: ([translation]: readonly Segment[]) => (textOf(translation) === text ? undefined : textOf(translation)),
});

it('texts that have to agree are held up to their limit', () => {
  const held = new HeldText();
  held.add(maxHeldLength / 2);
  const terms = new Terms(held, segmented);
  terms.add('x'.repeat(maxHeldLength / 4), 'part');
  expect(() => terms.add('y'.repeat(maxHeldLength / 4), 'part')).toThrow(
    expect.objectContaining({ reason: 'hostile' }),
  );
});

it('a text without letters is no term, and one that is met again is not held again', () => {
  const terms = new Terms(new HeldText(), segmented);
  terms.add('12.5 %', 'part');
  for (let time = 0; time < 5; time += 1) terms.add('x'.repeat(maxHeldLength / 4), 'part');
  expect([...terms.units()]).toHaveLength(1);
});
