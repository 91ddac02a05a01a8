import { describe, expect, it } from 'vitest';
import {
  describeUnknownField,
  dropUnknownFields,
  noteUnknownFields,
  noteUnknownItemFields,
  unknownFieldsOf,
} from './unknown-fields.js';

const known = ['text', 'target', 'source', 'glossary_id', 'preserve_formatting', 'quality'];

describe('an unknown field', () => {
  it.each([
    ['glossaryId', 'glossary_id'],
    ['preserveFormatting', 'preserve_formatting'],
    ['target_lang', 'target'],
    ['targetLanguage', 'target'],
    ['txt', 'text'],
    ['Quality', 'quality'],
    ['qualty', 'quality'],
  ])('%s probably means %s', (name, meant) =>
    expect(describeUnknownField(name, known)).toEqual({ name, what: `is not known: did you mean ${meant}?` }),
  );

  it('an empty name is said to be one', () =>
    expect(describeUnknownField('', known)).toEqual({ name: '""', what: 'is an empty name' }));

  it.each(['model', 'x', 'temperature', 'constructor'])('%j means nothing that is known', (name) =>
    expect(describeUnknownField(name, known).what).toBe('is not known'),
  );

  it('a name is repeated only in part, however long it is', () =>
    expect(describeUnknownField('x'.repeat(1_000_000), known).name).toHaveLength(40));

  it('the first ten are named, with what they probably mean', () => {
    const input = Object.fromEntries([['text', 1], ['txt', 1], ...Array.from({ length: 20 }, (_, n) => [`n${n}n`, 1])]);
    noteUnknownFields(input, known);
    const warnings = unknownFieldsOf(input) ?? [];
    expect(warnings).toHaveLength(10);
    expect(warnings.slice(0, 2)).toEqual([
      { code: 'unknown_field', message: 'txt is not known: did you mean text? It was ignored.' },
      { code: 'unknown_field', message: 'n0n is not known. It was ignored.' },
    ]);
  });

  it('its value is dropped, and of the first ten the name stays, at most 40 characters of it', () => {
    const input: object = JSON.parse(
      `{"text":[1],"__proto__":[2],"${'x'.repeat(50)}":[3],${Array.from({ length: 20 }, (_, n) => `"n${n}n":[4]`).join(',')}}`,
    );
    dropUnknownFields(input, known);
    expect(Object.entries(input)).toEqual([
      ['text', [1]],
      ['__proto__', null],
      ['x'.repeat(40), null],
      ...Array.from({ length: 8 }, (_, n) => [`n${n}n`, null]),
    ]);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });

  it.each([['a'], [[{ x: 1 }]], [null], [undefined]])('what has no fields is left as it is: %j', (input) => {
    const copy = structuredClone(input);
    dropUnknownFields(input, known);
    expect(input).toEqual(copy);
  });

  it('fields of an object within a body are told by their place, of one that was read', () => {
    const body = { type: 'usage', period: { start: 'a', ende: 'b' }, other: { any: 1 } };
    noteUnknownFields(body, ['type', 'period', 'other']);
    noteUnknownFields(body.period, ['start', 'end'], 'period');
    expect(unknownFieldsOf(body)).toMatchObject([
      { message: 'period.ende is not known: did you mean end? It was ignored.' },
    ]);
  });

  it('a field of the items of a list is told once, where it stands first', () => {
    const entry = { source: 'a', target: 'b' };
    const body = { entries: [entry, { ...entry, note: 1 }, { ...entry, note: 2, src: 3 }] };
    noteUnknownFields(body, ['entries']);
    noteUnknownItemFields(body.entries, ['source', 'target'], 'entries');
    expect(unknownFieldsOf(body)).toMatchObject([
      { message: 'entries[1].note is not known. It was ignored.' },
      { message: 'entries[2].src is not known. It was ignored.' },
    ]);
  });

  it('of the items of a list ten fields are told, and no item behind them is looked at', () => {
    let looks = 0;
    const counted = (item: object) =>
      new Proxy(item, {
        ownKeys: (target) => {
          looks += 1;
          return Reflect.ownKeys(target);
        },
      });
    const entries = Array.from({ length: 1_000 }, (_, n) => counted({ [`n${n}n`]: 1, source: 'a' }));
    const body = { entries };
    noteUnknownFields(body, ['entries']);
    noteUnknownItemFields(entries, ['source'], 'entries');
    expect(looks).toBe(10);
    expect(unknownFieldsOf(body)).toHaveLength(10);
  });

  it('all fields of a body that nobody has read are told', () =>
    expect(unknownFieldsOf({ secret: 'x' })).toEqual([
      { code: 'unknown_field', message: 'secret is not known. It was ignored.' },
    ]));

  it.each([undefined, null, 'text', {}, ['text'], Buffer.from('text')])('the body %j has none', (body) =>
    expect(unknownFieldsOf(body)).toBeUndefined(),
  );
});
