import { expect, it } from 'vitest';
import { exportedEntry } from './exported-entry.fixture.js';
import { xlsx } from './xlsx.format.js';

it('a row has the columns of the CSV, with a date, numbers, and strings as they are', () => {
  const entry = exportedEntry({ metadata: { code: 'insufficient_scope', status: 403, filename: '=a.docx' } });
  const cells = xlsx.cells(entry, { name: '=Ada', email: 'ada@example.com' });
  const row = Object.fromEntries(xlsx.columns.map((name, at) => [name, cells[at]]));
  expect(cells).toHaveLength(xlsx.columns.length);
  expect(row).toMatchObject({
    ...{ id: entry.id, timestamp: { date: entry.timestamp }, user_name: '=Ada', user_email: 'ada@example.com' },
    ...{ filename: '=a.docx', code: 'insufficient_scope', status: 403, word_count: null },
    metadata: JSON.stringify(entry.metadata),
  });
  expect(xlsx.cells(entry, undefined)[xlsx.columns.indexOf('user_name')]).toBeNull();
});
