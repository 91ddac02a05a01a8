import { expect, it } from 'vitest';
import { explainFailure, placeOf, progressBar, table } from './output.js';

it('columns are aligned under their headings, and what is unknown is a dash', () =>
  expect(
    table(
      ['NAME', 'COUNT'],
      [
        ['first', 1],
        ['second, longer', undefined],
      ],
    ),
  ).toEqual(['NAME            COUNT', 'first           1', 'second, longer  –']));

it('what would act on a terminal is escaped in cells and in words for failures, and lines stay lines', () => {
  expect(table(['NAME', 'ID'], [['a\u009b2J\u202e', 'key_1']])).toEqual([
    'NAME             ID',
    'a\\u009b2J\\u202e  key_1',
  ]);
  expect(explainFailure(new Error('two\nlines\x1b[2J\r'))).toBe('✗ two\nlines\\u001b[2J\\u000d');
});

it('a list of nothing says so instead of standing under headings', () =>
  expect(table(['NAME', 'COUNT'], [])).toEqual(['There are none.']));

it.each([
  [0, 200, '[------------------------------] 0 %  0 of 200'],
  [101, 200, '[###############---------------] 50 %  101 of 200'],
  [202, 200, '[##############################] 100 %  202 of 200'],
  [0, 0, '[##############################] 100 %  0 of 0'],
])('the progress bar of %i of %i is %s', (done, total, bar) => expect(progressBar(done, total)).toBe(bar));

it('a file that is not there is named without the words of the system', () => {
  const missing = (path: string) =>
    explainFailure(Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT', path }));
  expect(missing('/nothing-of-this-name')).toBe('✗ There is no file or folder /nothing-of-this-name.');
  expect(missing('/nothing-of-this-name/b.part')).toBe('✗ There is no folder /nothing-of-this-name.');
});

it.each([
  ['EISDIR', /A folder was named/],
  ['ENOTDIR', /where a folder is needed/],
  ['ENOSPC', /The disk is full: make room/],
])('%s is told without the words of the system', (code, says) => {
  const line = explainFailure(Object.assign(new Error(`${code}: words of the system`), { code }));
  expect(line).toMatch(says);
  expect(line).not.toContain('words of the system');
});

it('the start of the log is no place for a program', () => {
  expect([placeOf(''), placeOf('0000000000000000008')]).toEqual([null, '0000000000000000008']);
});
