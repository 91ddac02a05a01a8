import { expect, it } from 'vitest';
import { csvOf } from './csv';

interface Row {
  name: string;
}

const columns = [{ name: 'Name', text: ({ name }: Row) => name }, { name: 'Change' }];

it.each([
  ['Ada', 'Ada'],
  ['Ada, L.', '"Ada, L."'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-2+3,4', `"'-2+3,4"`],
])('a cell that says %j is %s', (name, written) => {
  expect(csvOf(columns, [{ name }])).toBe(`Name\r\n${written}\r\n`);
});
