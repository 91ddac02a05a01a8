import { expect, it } from 'vitest';
import { differencesOf } from './differences';

it('the values that two states do not share are named by the way to them', () => {
  const before = { name: 'a', options: { pages: '1-2', quality: 'fast' }, scopes: ['x'], gone: 1 };
  const after = { name: 'a', options: { pages: '1-3', quality: 'fast' }, scopes: ['x', 'y'], come: null };
  expect(differencesOf(before, after)).toEqual([
    { path: 'options.pages', before: '1-2', after: '1-3' },
    { path: 'scopes', before: ['x'], after: ['x', 'y'] },
    { path: 'gone', before: 1, after: undefined },
    { path: 'come', before: undefined, after: null },
  ]);
  expect(differencesOf(null, null)).toEqual([]);
  expect(differencesOf(null, { a: 1 })).toEqual([{ path: 'a', before: undefined, after: 1 }]);
});
