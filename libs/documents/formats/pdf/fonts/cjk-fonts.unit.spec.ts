import { expect, it } from 'vitest';
import { cjkRegionOf } from './cjk-fonts.js';

it.each([
  ['zh', 'sc'],
  ['zh-CN', 'sc'],
  ['zh-Hant', 'tc'],
  ['zh-TW', 'tc'],
  ['zh-HK', 'hk'],
  ['yue', 'hk'],
  ['ja', 'jp'],
  ['ko', 'kr'],
  ['fi', undefined],
  ['no language', undefined],
])('ideographs of %s have the shapes of %s', (language, region) => {
  expect(cjkRegionOf(language)).toBe(region);
});
