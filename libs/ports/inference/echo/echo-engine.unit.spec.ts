import { expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { inferenceContract } from '../inference.contract.js';
import { createEchoEngine } from './echo-engine.js';

inferenceContract('echo', {
  createEngine: createEchoEngine,
  source: 'en',
  target: 'es',
  unsupported: ['en', 'xx'],
  nouns: ['cat', 'house', 'water', 'friend'],
});

it('the echo engine gives a segment back as it is, as the model echo, with full confidence', async () => {
  const segment: Segment = [
    { kind: 'open', id: 1 },
    { kind: 'text', text: '  Tschüß *' },
    { kind: 'close', id: 1 },
    { kind: 'keep', text: '%s' },
  ];
  const answer = await createEchoEngine().translate({ source: 'de', target: 'fr', segments: [segment] });
  expect(answer).toEqual({
    segments: [{ parts: segment, confidence: 1 }],
    model: 'echo',
    engines: [{ id: 'echo', host: null, region: null }],
  });
});

it('the echo engine does not translate from a language to itself', async () => {
  await expect(createEchoEngine().translate({ source: 'de', target: 'de', segments: [] })).rejects.toMatchObject({
    kind: 'unsupported-pair',
  });
});
