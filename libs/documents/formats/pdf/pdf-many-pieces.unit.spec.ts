import { describe, expect, it } from 'vitest';
import { onePage } from './pdf-sample.fixture.js';
import { readPdf } from './translated-pdf.fixture.js';

const each = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('\n');

/** More than a call of a function takes arguments. */
const many = 130_000;

describe('a page of many pieces is read', { timeout: 60_000 }, () => {
  it.each([
    ['a sign with many blanks behind it', `(Words .${' '.repeat(many)} more words) Tj`],
    ['many words far apart from each other', each(many, () => '(ab) Tj 30 0 Td')],
    ['a line in many styles', each(many, (index) => `${index % 2} Ts (a) Tj`)],
  ])('%s', async (_, operators) => expect((await readPdf(onePage(operators))).segments.length).toBeGreaterThan(0));
});
