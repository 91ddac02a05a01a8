import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { slugOf } from '#libs/documents/formats/markdown/heading-anchors.js';
import { maxFrontMatter } from '#libs/documents/formats/values/front-matter.js';
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

const headingTag = /<h([1-6])>/g;
const maxHeading = 2_000;
const attribute = /\s?\{#([\w:.-]{1,100})[^{}]{0,100}\}\s*$/;

/** The content with an id for each heading: its own, or the one that sites make of its words, which links of the page name. */
const withIds = (content: string): string => {
  const met = new Map<string, number>();
  const withId = (level: string, inside: string): string => {
    const own = attribute.exec(inside);
    const words = own ? inside.slice(0, own.index) : inside;
    const slug = slugOf(textOfHtml(words));
    const count = met.get(slug) ?? 0;
    met.set(slug, count + 1);
    const made = count === 0 ? slug : `${slug}-${count}`;
    const isNamed = /<a [^<>]{0,100}\bid=/.test(words);
    const id = own?.[1] ?? (isNamed ? '' : made);
    return `<h${level}${id === '' ? '' : ` id="${id}"`}>${words}</h${level}>`;
  };
  const written: string[] = [];
  let done = 0;
  for (const { 0: tag, 1: level = '', index } of content.matchAll(headingTag)) {
    if (index < done) continue;
    const begin = index + tag.length;
    const closing = `</h${level}>`;
    const [line = ''] = content.slice(begin, begin + maxHeading + closing.length).split('\n', 1);
    const length = line.indexOf(closing);
    if (length === -1) continue;
    written.push(content.slice(done, index), withId(level, line.slice(0, length)));
    done = begin + length + closing.length;
  }
  return [...written, content.slice(done)].join('');
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The words of the first heading. */
const titleOf = (content: string): string => {
  const start = content.search(/<h[1-6][ >]/);
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
  const content = withIds(contentOf(await wholeText(file)));
  yield Buffer.from(to === 'txt' ? textOfHtml(content) : pageOf(content, language));
};
