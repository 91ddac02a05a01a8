import { commonStyles } from '#libs/documents/formats/odf/odf-document.js';
import { odfName, odfValue } from '#libs/documents/formats/odf/odf-names.js';
import { openOdf } from '#libs/documents/formats/odf/odf-package.js';
import { StyleBook } from '#libs/documents/formats/odf/styles/style-book.js';
import { plainLook, type TextLook } from '#libs/documents/formats/odf/styles/text-look.js';
import { paragraphNames } from '#libs/documents/formats/odf/walk/text-blocks.js';
import { odtFormat } from '#libs/documents/formats/odt/odt.format.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { rewrittenPart } from '#libs/documents/formats/opc/rewritten-part.js';
import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { elementsOf, serialize, TreeBuilder, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import type { Convert } from '../conversion.port.js';

/** Marks of changes, and comments, which a page would have in its source. */
const unseenMark = /^(?:text:change(?:-start|-end)?|office:annotation(?:-end)?)$/;

/** The text document as its readers see it: its changes are accepted, and it has no hidden text and no comments. */
export const shownText: Convert = async function* (file) {
  const { archive, content, styles } = await openOdf(file, [odtFormat.mediaType]);
  const common = await commonStyles(archive, styles);
  yield* copyArchive(archive, async (entry) =>
    entry === content || entry === styles
      ? rewrittenPart(archive, entry, withoutUnseen(archive, entry, new StyleBook(common)))
      : undefined,
  );
};

/** The edits that take deleted and hidden text out of a part. */
async function* withoutUnseen(archive: ZipArchive, entry: ZipEntry, book: StyleBook): AsyncGenerator<XmlEdit, void> {
  let depth = 0;
  let dropped: { start: number; depth: number } | undefined;
  let paragraph: TreeBuilder | undefined;
  for await (const tokens of partTokens(archive, entry)) {
    for (const token of tokens) {
      if (paragraph !== undefined) {
        if (!paragraph.add(token)) continue;
        const { element, start, end } = paragraph;
        const text = shownParagraph(element, book);
        if (text !== undefined) yield { start, end, text };
        paragraph = undefined;
      } else if (token.kind === 'open') {
        book.read(token);
        if (dropped === undefined && paragraphNames.has(odfName(token))) {
          paragraph = new TreeBuilder(token);
          continue;
        }
        depth += 1;
        if (dropped === undefined && isUnseenPart(token, book)) dropped = { start: token.start, depth };
      } else if (token.kind === 'close') {
        if (dropped?.depth === depth) {
          yield { start: dropped.start, end: token.end, text: '' };
          dropped = undefined;
        }
        depth -= 1;
      }
    }
  }
}

/** Deleted text, which stands before the text of the document, and sections that do not show. */
const isUnseenPart = (token: XmlToken & { kind: 'open' }, book: StyleBook): boolean => {
  const name = odfName(token);
  if (name === 'text:tracked-changes') return true;
  const value = (attribute: string) => odfValue(token.attributes, attribute);
  if (name !== 'text:section') return false;
  const isOff = value('text:display') === 'none' || value('text:is-hidden') === 'true';
  return isOff || book.isHidden('section', value('text:style-name'));
};

/** The markup of a paragraph without what does not show; undefined where it stays as it is. */
const shownParagraph = (paragraph: XmlElement, book: StyleBook): string | undefined => {
  const dropped = new Map<XmlElement, string>();
  let hasHidden = false;
  const visit = (element: XmlElement, look: TextLook): void => {
    for (const child of elementsOf(element)) {
      const name = odfName(child);
      if (unseenMark.test(name)) dropped.set(child, '');
      else if (isHidden(child, name, look, book)) {
        dropped.set(child, '');
        hasHidden = true;
      } else
        visit(child, name === 'text:span' ? book.within(look, child) : paragraphNames.has(name) ? plainLook : look);
    }
  };
  if (isHiddenParagraph(paragraph, book)) return '';
  visit(paragraph, plainLook);
  if (dropped.size === 0) return undefined;
  const isEmpty = paragraph.children.every((child) =>
    child.kind === 'element' ? dropped.has(child) : child.text.trim() === '',
  );
  return hasHidden && isEmpty ? '' : serialize(paragraph, dropped);
};

const isHiddenParagraph = (paragraph: XmlElement, book: StyleBook): boolean =>
  book.isHidden('paragraph', odfValue(paragraph.attributes, 'text:style-name')) ||
  elementsOf(paragraph).some(
    (child) => odfName(child) === 'text:hidden-paragraph' && odfValue(child.attributes, 'text:is-hidden') === 'true',
  );

const isHidden = (element: XmlElement, name: string, look: TextLook, book: StyleBook): boolean => {
  if (name === 'text:span') return book.within(look, element).isHidden;
  if (name === 'text:hidden-text') return odfValue(element.attributes, 'text:is-hidden') === 'true';
  return paragraphNames.has(name) && isHiddenParagraph(element, book);
};
