import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { maxFrontMatter } from '#libs/documents/formats/markdown/front-matter.js';
import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { Convert } from '../conversion.port.js';
import { textOfHtml } from './html-conversion.js';
import { wholeText } from './page-text.js';

/** A text without the metadata that stand before it. */
const withoutFrontMatter = (text: string): string => {
  if (!/^---[ \t]*\r?\n/.test(text)) return text;
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(text.slice(0, maxFrontMatter));
  return end ? text.slice(end.index + end[0].length) : text;
};

/**
 * The content of a page. HTML within the text stays as it is, but for what runs or loads by itself: such tags become
 * text, and such addresses are left out.
 */
const contentOf = (markdown: string): string =>
  micromark(withoutFrontMatter(markdown), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The words of the first heading. */
const titleOf = (content: string): string => {
  const start = content.search(/<h[1-6]>/);
  const heading = start === -1 ? '' : content.slice(start, content.indexOf('</h', start));
  return textOfHtml(heading).replace(/\s+/g, ' ').trim();
};

const pageOf = (content: string, language: string): string => {
  const direction = isRightToLeft(language) ? ' dir="rtl"' : '';
  return `<!DOCTYPE html>
<html lang="${escaped(language)}"${direction}>
<head>
<meta charset="utf-8">
<title>${escaped(titleOf(content))}</title>
</head>
<body>
${content}
</body>
</html>
`;
};

/** A Markdown text as a page, or as text. */
export const markdownConversion: Convert = async function* (file, to, { language }) {
  const content = contentOf(await wholeText(file));
  yield Buffer.from(to === 'txt' ? textOfHtml(content) : pageOf(content, language));
};
