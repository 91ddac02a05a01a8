import { expect, it } from 'vitest';
import { scriptKind } from './script-kind.js';

it.each([
  ['es', 'western'],
  ['ka', 'western'],
  ['ja', 'eastAsian'],
  ['zh-Hant', 'eastAsian'],
  ['ar', 'complex'],
  ['th', 'complex'],
  ['pa-Arab', 'complex'],
])('the script of %s is %s', (tag, kind) => {
  expect(scriptKind(new Intl.Locale(tag))).toBe(kind);
});
