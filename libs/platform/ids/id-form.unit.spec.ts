import { expect, it } from 'vitest';
import { idFromBytes, isId, isUlid } from './id-form.js';
import { newId } from './new-id.js';

it('an id that was generated has the form of an id', () => {
  expect(isId(newId('doc'), 'doc')).toBe(true);
  expect(isId(newId('doc'))).toBe(true);
  expect(isId(idFromBytes('whd', new Uint8Array(32).fill(255)), 'whd')).toBe(true);
});

it('an id of one prefix is not taken for one of another', () => expect(isId(newId('doc'), 'glo')).toBe(false));

it.each([
  '',
  'doc_',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FA',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FAVV',
  'doc_01arz3ndektsv4rrffq69g5fav',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FAI',
  'doc-01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FAV\n',
])('the text %j is not taken for an id', (text) => expect(isId(text)).toBe(false));

it('the digits of an id without its prefix are recognised', () => {
  expect(isUlid('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(true);
  expect(isUlid('01ARZ3NDEKTSV4RRFFQ69G5FAU')).toBe(false);
});

it('the same bytes make the same id, and too few bytes make none', () => {
  expect(
    idFromBytes(
      'sub',
      Uint8Array.from({ length: 26 }, (_, index) => index),
    ),
  ).toBe('sub_0123456789ABCDEFGHJKMNPQRS');
  expect(() => idFromBytes('sub', new Uint8Array(25))).toThrow(RangeError);
});
