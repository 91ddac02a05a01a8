import { expect, it } from 'vitest';
import { galleryPage } from './gallery-page.js';

it('the gallery shows pictures side by side, or texts, and nothing of a file is markup in it', () => {
  const layout = {
    opens: true,
    pages: { before: 1, after: 2 },
    overlap: 0.9,
    collisions: 0,
    beyondEdge: 0,
    hiddenWords: 3,
    lineHeight: 1,
  };
  const page = galleryPage([
    {
      path: 'files/a&b.docx',
      format: 'docx',
      layout: { ...layout, drawn: { words: 2, missing: ['lost'] } },
      pictures: { before: ['001-docx/before-1.png'], after: ['001-docx/after-1.png'] },
    },
    { path: 'files/c.txt', format: 'txt', layout: { opens: true }, texts: { before: '<b>', after: '<c>' } },
    { path: 'files/d.pdf', format: 'pdf', layout: { opens: false } },
  ]);
  expect(page).toContain('<h2>a&amp;b.docx</h2>');
  expect(page).toMatch(/<figure><img [^>]*before-1\.png"><\/figure><figure><img [^>]*after-1\.png">/);
  expect(page).toContain('pages 1 → 2, overlap 0.9');
  expect(page).toContain('words hidden 3');
  expect(page).toContain('not in a segment: lost');
  expect(page).toContain('<pre>&lt;b></pre>');
  expect(page).toContain('does not open');
});
