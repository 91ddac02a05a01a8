import { expect, it } from 'vitest';
import { assertPeriod, countUpTo, httpUrl, severalOf, timestamp, toName } from './arguments.js';

it.each(['1', '1000'])('%s is a count', (text) => expect(countUpTo(1_000)(text)).toBe(Number(text)));

it.each(['0', '-1', '1.5', 'many', '1001'])('%s is refused as a count', (text) =>
  expect(() => countUpTo(1_000)(text)).toThrow('must be a whole number from 1 to 1000'),
);

it.each([
  ['2026-11-23', '2026-11-23T00:00:00.000Z'],
  ['2026-11-23T08:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['2026-11-23T08:00:00.5+02:00', '2026-11-23T06:00:00.500Z'],
])('%s is a time', (text, time) => expect(timestamp(text)).toBe(time));

it.each(['yesterday', '2026-13-01', '23.11.2026', '2026-11-23T08:00:00'])('%s is refused as a time', (text) =>
  expect(() => timestamp(text)).toThrow('must be a time'),
);

it.each(['https://mt.example.com', 'http://127.0.0.1:8080/'])('%s is the address of a service', (text) =>
  expect(httpUrl(text)).toBe(text),
);

it.each(['127.0.0.1:8080', 'mt.example.com', 'ftp://mt.example.com', 'https://'])('%s is refused as one', (text) =>
  expect(() => httpUrl(text)).toThrow('must be a URL'),
);

it.each(['Acme', 'Société d’Exemple', 'a'.repeat(100)])('%s is a name', (text) => expect(toName(text)).toBe(text));

it.each(['', '  ', 'two\nlines', 'a'.repeat(101)])('%j is refused as a name', (text) =>
  expect(() => toName(text)).toThrow('must have 1 to 100 characters'),
);

it.each([[['a', 'b']], [['a,b']]])('%j are two values of an option', (given) => {
  const letters = severalOf(['a', 'b', 'c']);
  let values: ('a' | 'b' | 'c')[] | undefined;
  for (const text of given) values = letters(text, values);
  expect(values).toEqual(['a', 'b']);
  expect(() => letters('a,d')).toThrow('There is no "d". Allowed choices are a, b, c.');
});

it('a period does not end before it starts', () => {
  expect(() => assertPeriod({ start: '2026-11-02', end: '2026-11-01' })).toThrow(
    '--end (2026-11-01) is before --start',
  );
  for (const period of [{}, { start: '2026-11-02' }, { start: '2026-11-02', end: '2026-11-02' }]) assertPeriod(period);
});
