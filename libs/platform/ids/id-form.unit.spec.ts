import { expect, it } from 'vitest';
import { idFromBytes, isId, isUlid } from './id-form.js';
import { newId } from './new-id.js';

it('knows the ids that it makes', () => {
  expect(isId(newId('doc'), 'doc')).toBe(true);
  expect(isId(newId('doc'))).toBe(true);
  expect(isId(idFromBytes('whd', new Uint8Array(32).fill(255)), 'whd')).toBe(true);
});

it('tells the ids of one prefix from those of another', () => expect(isId(newId('doc'), 'glo')).toBe(false));

it.each([
  '',
  'doc_',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FA',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FAVV',
  'doc_01arz3ndektsv4rrffq69g5fav',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FAI',
  'doc-01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'doc_01ARZ3NDEKTSV4RRFFQ69G5FAV\n',
])('takes %j for no id', (text) => expect(isId(text)).toBe(false));

it('knows the digits of an id without its prefix', () => {
  expect(isUlid('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(true);
  expect(isUlid('01ARZ3NDEKTSV4RRFFQ69G5FAU')).toBe(false);
});

it('makes the same id of the same bytes, and none of too few', () => {
  expect(
    idFromBytes(
      'sub',
      Uint8Array.from({ length: 26 }, (_, index) => index),
    ),
  ).toBe('sub_0123456789ABCDEFGHJKMNPQRS');
  expect(() => idFromBytes('sub', new Uint8Array(25))).toThrow(RangeError);
});
