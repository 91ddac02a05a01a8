import { markOf } from '#libs/documents/formats/layout/page-marks.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { rewrittenPart } from '#libs/documents/formats/opc/rewritten-part.js';
import { type XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import { closeTag, elementsOf, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import { defaultFormatOptions } from '../../format.port.js';
import { odfName } from '../odf-names.js';
import type { OdfPackage } from '../odf-package.js';
import { StyleBook } from '../styles/style-book.js';
import { PageCount } from './page-count.js';
import { type PartBlock, partBlocks } from './part-blocks.js';
import { Scopes } from './scope.js';
import { paragraphNames } from './text-blocks.js';

/** The document with a bookmark at the beginning of each paragraph that is not empty. */
export const markedText = ({ archive, content }: OdfPackage): AsyncGenerator<Uint8Array, void> =>
  copyArchive(archive, async (entry) => {
    if (entry !== content) return undefined;
    const book = new StyleBook();
    const scopes = new Scopes(defaultFormatOptions, book, new PageCount());
    const blocks = partBlocks(partTokens(archive, entry), { scope: { role: 'body' }, scopes, book });
    return await rewrittenPart(archive, entry, bookmarks(blocks));
  });

async function* bookmarks(blocks: AsyncIterable<PartBlock>): AsyncGenerator<XmlEdit, void> {
  let paragraph = -1;
  for await (const { element, scope, start, end } of blocks) {
    const marked = new Map<XmlElement, string>();
    for (const found of outermostParagraphs(element)) {
      paragraph += 1;
      if (found.children.length === 0 || scope.omission === 'deleted') continue;
      const mark = `<m:bookmark xmlns:m="${found.uri}" m:name="${markOf(paragraph)}"/>`;
      const content = found.children.map((child) => serialize(child)).join('');
      marked.set(found, `${openTag(found)}${mark}${content}${closeTag(found)}`);
    }
    if (marked.size > 0) yield { start, end, text: serialize(element, marked) };
  }
}

const outermostParagraphs = (element: XmlElement): XmlElement[] =>
  paragraphNames.has(odfName(element)) ? [element] : elementsOf(element).flatMap(outermostParagraphs);
