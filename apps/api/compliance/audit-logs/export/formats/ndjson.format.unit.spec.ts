import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { exportedEntry } from './exported-entry.fixture.js';
import { ndjson } from './ndjson.format.js';

it('a line of NDJSON is the entry as in the list with its leaf, and the sum of the line', () => {
  const { organization_id: _, leaf, ...fields } = exportedEntry();
  const line = ndjson.line(exportedEntry());
  const { line_sha256, ...parsed } = JSON.parse(line);
  expect(parsed).toEqual({ ...fields, leaf: Buffer.from(leaf).toString('base64') });
  expect(line.endsWith('}\n')).toBe(true);
  const [before = ''] = line.split(',"line_sha256"');
  expect(line_sha256).toBe(createHash('sha256').update(before).digest('hex'));
});
