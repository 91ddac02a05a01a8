import { expect, it } from 'vitest';
import { entityTagOf, isMatchedBy } from './entity-tag.js';

const tag = entityTagOf({ total: 1 });

it('an entity tag is quoted, the same for the same content, and different for different content', () => {
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  expect(entityTagOf({ total: 1 })).toBe(tag);
  expect(entityTagOf({ total: 2 })).not.toBe(tag);
});

it.each([tag, `W/${tag}`, `"other", ${tag}`, `"a","b",W/${tag} `, '*'])('an entity tag is matched by %s', (header) =>
  expect(isMatchedBy(tag, header)).toBe(true),
);

it.each([undefined, '', '"other"', tag.slice(1, -1), `x${tag}`])('an entity tag is not matched by %s', (header) =>
  expect(isMatchedBy(tag, header)).toBe(false),
);
