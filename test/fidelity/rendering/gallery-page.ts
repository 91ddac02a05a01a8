import { basename } from 'node:path';
import type { GalleryFile } from './gallery-files.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const figuresOf = ({ layout }: GalleryFile): string => {
  const { opens, pages, overlap, collisions, beyondEdge, hiddenWords, lineHeight, drawn } = layout;
  if (!opens) return 'The translated file does not open.';
  if (pages === undefined) return '';
  const recall =
    drawn === undefined || drawn.missing.length === 0
      ? ''
      : `, not in a segment: ${drawn.missing.slice(0, 20).join(' ')}`;
  const hidden = hiddenWords === undefined ? '' : `, words hidden ${hiddenWords}`;
  return `pages ${pages.before} → ${pages.after}, overlap ${overlap}, collisions ${collisions}, words beyond the edge ${beyondEdge}${hidden}, line height × ${lineHeight}${recall}`;
};

const picturesOf = (names: readonly string[]): string =>
  names.map((name) => `<img loading="lazy" alt="" src="${escaped(encodeURI(name))}">`).join('');

const sideOf = (file: GalleryFile, side: 'before' | 'after'): string => {
  if (file.pictures !== undefined) return picturesOf(file.pictures[side]);
  return file.texts === undefined ? '' : `<pre>${escaped(file.texts[side])}</pre>`;
};

const sectionOf = (file: GalleryFile): string => `<section><h2>${escaped(basename(file.path))}</h2>
<p>${escaped(file.format)} ${escaped(figuresOf(file))}</p>
<div><figure>${sideOf(file, 'before')}</figure><figure>${sideOf(file, 'after')}</figure></div></section>`;

/** A page that shows files before on the left and after on the right. */
export const galleryPage = (files: readonly GalleryFile[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Fidelity: before and after</title>
<style>body{font:14px sans-serif;margin:1em}div{display:grid;grid-template-columns:1fr 1fr;gap:1em}figure{margin:0;min-width:0}
img{max-width:100%;border:1px solid #999}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #999;padding:.5em}</style>
<h1>Before and after</h1>
${files.map(sectionOf).join('\n')}
</html>
`;
