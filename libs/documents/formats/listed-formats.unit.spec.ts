import { expect, it } from 'vitest';
import { formats } from './format-registry.js';
import { listedFormats } from './listed-formats.js';

it('each format that is read is listed', () => {
  const ids = listedFormats.map(({ id }) => id);
  expect(formats.map(({ name }) => name).filter((name) => !ids.includes(name))).toEqual([]);
});

it('no two formats have an id or an extension in common', () => {
  const names = listedFormats.flatMap(({ id, extensions }) => [`id ${id}`, ...extensions]);
  expect(new Set(names).size).toBe(names.length);
});
