import { expect, it } from 'vitest';
import { formats } from './format-registry.js';
import { listedFormats } from './listed-formats.js';

it('each format that is read is listed', () => {
  const ids = listedFormats.map(({ id }) => id);
  expect(formats.map(({ name }) => name).filter((name) => !ids.includes(name))).toEqual([]);
});

it('a file has the media type that its format is listed with first, whether it was uploaded or made of another', () =>
  expect(Object.fromEntries(formats.map(({ name, mediaType }) => [name, mediaType]))).toEqual(
    Object.fromEntries(
      listedFormats
        .filter(({ id }) => formats.some(({ name }) => name === id))
        .map(({ id, mediaTypes: [usual] }) => [id, usual]),
    ),
  ));

it('no two formats have an id or an extension in common', () => {
  const names = listedFormats.flatMap(({ id, extensions }) => [`id ${id}`, ...extensions]);
  expect(new Set(names).size).toBe(names.length);
});
