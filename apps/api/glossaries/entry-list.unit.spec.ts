import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { readEntryList } from './entry-list.js';

const entry = { source: 'contract', target: 'contrato' };
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ source: `term ${n}`, target: 'x' }));

describe('the entries of a glossary', () => {
  it('entries are taken as they are, without other fields', () =>
    expect(
      readEntryList([
        { ...entry, note: 'x' },
        { source: '.*(a|b)+$', target: '$1 \\d' },
      ]),
    ).toEqual([entry, { source: '.*(a|b)+$', target: '$1 \\d' }]));

  it('a glossary may have 10,000 entries', () => expect(readEntryList(many(10_000))).toHaveLength(10_000));

  it.each<[string, unknown, string, number, string]>([
    ['nothing', undefined, 'missing_required_field', 422, 'entries'],
    ['null', null, 'missing_required_field', 422, 'entries'],
    ['an empty list', [], 'missing_required_field', 422, 'entries'],
    ['an object', { contract: 'contrato' }, 'invalid_request', 400, 'entries'],
    ['a text', 'contract,contrato', 'invalid_request', 400, 'entries'],
    ['10,001', many(10_001), 'invalid_request', 400, 'entries'],
    ['an item that is a list', [entry, ['a', 'b']], 'invalid_request', 400, 'entries[1]'],
    ['an item that is null', [entry, null], 'invalid_request', 400, 'entries[1]'],
    ['a source that is a number', [{ source: 5, target: 'x' }], 'invalid_request', 400, 'entries[0].source'],
    ['no target', [entry, { source: 'x' }], 'missing_required_field', 422, 'entries[1].target'],
    ['a blank source', [{ source: ' \u00a0', target: 'x' }], 'missing_required_field', 422, 'entries[0].source'],
    ['the same source twice', [entry, { ...entry, target: 'otro' }], 'invalid_request', 400, 'entries[1]'],
    ['a source that is inherited', [Object.create(entry)], 'missing_required_field', 422, 'entries[0].source'],
  ])('a list with %s is refused, naming the place', async (_what, list, code, status, field) => {
    const rejection = await rejectionOf(() => readEntryList(list));
    expect(rejection).toMatchObject({ code, status });
    expect(rejection.details).toHaveProperty([field]);
  });
});
