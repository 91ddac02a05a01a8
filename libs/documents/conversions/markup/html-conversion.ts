import { toMdast } from 'hast-util-to-mdast';
import { toText } from 'hast-util-to-text';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { declaredEncoding } from '#libs/documents/formats/html/html.encoding.js';
import type { Convert } from '../conversion.port.js';
import { treeOf } from './html-tree.js';
import { wholeText } from './page-text.js';

/** The text that readers of a page see, its cells between tabs. */
export const textOfHtml = (html: string): string => `${toText(treeOf(html)).replaceAll('\u00a0', ' ').trim()}\n`;

const markdownOf = (html: string): string =>
  toMarkdown(toMdast(treeOf(html)), {
    extensions: [gfmToMarkdown()],
    bullet: '-',
    emphasis: '_',
    fences: true,
    rule: '-',
    listItemIndent: 'one',
  });

/** A page as Markdown of GitHub, or as text; what is hidden, runs or is shown by a program is left out. */
export const htmlConversion: Convert = async function* (file, to) {
  const html = await wholeText(file, declaredEncoding);
  yield Buffer.from(to === 'txt' ? textOfHtml(html) : markdownOf(html));
};
