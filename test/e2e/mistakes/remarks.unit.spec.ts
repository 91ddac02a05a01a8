import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';

const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('|') && !/^\|(?: Remark|---)/.test(line));
const remarks = rows.map((row) => /^\| (.+) \| `([^`]+)`: (.+) \|$/.exec(row)?.slice(1) ?? [row]);

describe('the remarks of new users', () => {
  it('the list is not shortened by chance', () => expect(remarks.length).toBeGreaterThanOrEqual(60));

  it.each(remarks)('%s: held by %s', (_remark, file = '', test = '') => {
    const path = join(projectRoot, file);
    expect(existsSync(path), file).toBe(true);
    expect(readFileSync(path, 'utf8').replaceAll(String.raw`\'`, "'")).toContain(test);
  });
});
